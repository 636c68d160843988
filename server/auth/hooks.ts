/**
 * What happens around better-auth's own paths: history of accounts, a fresh session for what cannot
 * be taken back, no account changes while a manager acts as somebody else, and word to a former
 * address.
 */
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';
import type { Database } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { can } from '#shared/permissions.ts';
import { recordEvent } from './audit-log.ts';
import type { FormerAdmins } from './former-admins.ts';
import { endManagerSession, expireManagerCookie } from './impersonation.ts';
import { isBanned, isFresh } from './session.ts';

/** Paths that change an account; closed while a manager acts as its owner. */
const accountPaths = [
  '/email-otp/request-email-change',
  '/email-otp/change-email',
  '/delete-user',
  '/revoke-sessions',
  '/revoke-other-sessions',
];

/** Of these, the ones that need a fresh session. */
const freshPaths = ['/email-otp/request-email-change', '/email-otp/change-email', '/delete-user'];

function refusal(status: 'FORBIDDEN' | 'BAD_REQUEST', code: string): APIError {
  return new APIError(status, { code, message: code });
}

/** Whoever has not said their name yet would meet the manager with the question for it. */
async function requireOnboarded(database: Database, userId: string): Promise<void> {
  if (!isIdOf('User', userId)) {
    throw new APIError('NOT_FOUND', { code: 'USER_NOT_FOUND', message: 'USER_NOT_FOUND' });
  }
  const user = await database.user.findUnique({
    where: { id: userId },
    select: { onboardedAt: true },
  });
  if (user && !user.onboardedAt) throw refusal('FORBIDDEN', 'FORBIDDEN');
}

/** Before one of better-auth's paths does its work. */
export function beforeAuthPath(database: Database) {
  return createAuthMiddleware(async (context) => {
    if (context.path === '/admin/impersonate-user') {
      const found = await getSessionFromCtx(context);
      const role = found?.user.role as string | undefined;
      // Others are refused by better-auth, whatever the ID.
      if (can(role, 'user:impersonate'))
        await requireOnboarded(database, (context.body as { userId: string }).userId);
    }
    if (context.path === '/sign-out') await endManagerSession(context, database);
    if (accountPaths.includes(context.path)) await requireOwnFreshSession(context);
  });
}

/** The account is changed by its owner, who for some changes must have signed in a moment ago. */
async function requireOwnFreshSession(context: Parameters<typeof getSessionFromCtx>[0]) {
  const found = await getSessionFromCtx(context);
  if (!found) return;
  if ((found.session as { impersonatedBy?: string | null }).impersonatedBy) {
    throw refusal('FORBIDDEN', 'FORBIDDEN');
  }
  if (freshPaths.includes(context.path ?? '') && !isFresh(found.session)) {
    throw refusal('FORBIDDEN', 'SESSION_NOT_FRESH');
  }
}

type AfterAuthPathDeps = { database: Database; mailer: Mailer; formerAdmins: FormerAdmins };

/** After one of better-auth's paths has done its work. */
export function afterAuthPath({ database, mailer, formerAdmins }: AfterAuthPathDeps) {
  return createAuthMiddleware(async (context) => {
    if (context.path === '/admin/stop-impersonating') {
      // Left behind by the library, it would shorten the manager's own session the next time.
      expireCookie(context, context.context.authCookies.dontRememberToken);
    }
    // Signing in replaces whatever the browser had, the session of a manager who acted included.
    const isSignIn = context.context.newSession && /^\/(sign-in|callback)\//.test(context.path);
    if (isSignIn) await endManagerSession(context, database);
    if (isSignIn || context.path === '/sign-out') expireManagerCookie(context);
    if (context.path !== '/email-otp/change-email') return;
    if (context.context.returned instanceof APIError) return;
    // The session that the path began with still knows the former address.
    const before = context.context.session?.user as {
      id: string;
      email: string;
      language?: string;
    };
    const newEmail = (context.body as { newEmail?: string }).newEmail;
    if (!before || !newEmail) return;
    await formerAdmins.add(before.email);
    await recordEvent(database, { userId: before.id, kind: 'email_changed', detail: before.email });
    const language = isLanguage(before.language) ? before.language : fallbackLanguage;
    await mailer.sendEmailChanged({ to: before.email, language }, newEmail);
  });
}

/**
 * Refuses that the last active admin deletes their account. The database refuses it too; this says
 * so in words.
 */
export async function beforeDeleteAccount(
  database: Database,
  user: { id: string; role?: string | null },
): Promise<void> {
  if (!can(user.role, 'user:list')) return;
  const others = await database.user.findMany({
    where: { role: { contains: 'admin' }, id: { not: user.id } },
    select: { banned: true, banExpires: true },
  });
  if (others.every(isBanned)) throw refusal('BAD_REQUEST', 'LAST_ADMIN');
}
