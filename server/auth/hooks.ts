/** What runs before and after better-auth's handlers; the rows of endpoints.ts name their hooks. */
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';
import type { Database } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { can } from '#shared/permissions.ts';
import { recordEvent } from './audit-log.ts';
import type { FormerAdmins } from './former-admins.ts';
import { deleteManagerCookie, deleteManagerSession } from './impersonation.ts';
import { isBanned } from './session-rules.ts';

type HookDeps = { database: Database; mailer: Mailer; formerAdmins: FormerAdmins };
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];
export type Hook = (context: HookContext, deps: HookDeps) => Promise<void>;
export type EndpointHooks = { path: string; before?: Hook; after?: Hook };

/** better-auth's `hooks` option: runs the hooks of the endpoint that is called. */
export function createHooks(endpoints: readonly EndpointHooks[], deps: HookDeps) {
  const run = (phase: 'before' | 'after') =>
    createAuthMiddleware(async (context) => {
      const endpoint = endpoints.find(({ path }) => path === context.path);
      await endpoint?.[phase]?.(context, deps);
    });
  return { before: run('before'), after: run('after') };
}

/** An impersonated user who is not onboarded would show the manager the form for their name. */
export const requireOnboardedTarget: Hook = async ({ body }, { database }) => {
  const { userId } = body as { userId: string };
  if (!isIdOf('User', userId)) throw new APIError('NOT_FOUND', { code: 'USER_NOT_FOUND' });
  const user = await database.user.findUnique({
    where: { id: userId },
    select: { onboardedAt: true },
  });
  if (user && !user.onboardedAt) throw new APIError('FORBIDDEN', { code: 'FORBIDDEN' });
};

export const endManagerSession: Hook = async (context, { database }) =>
  deleteManagerSession(context, database);

export const expireManagerCookie: Hook = async (context) => deleteManagerCookie(context);

/** A new session replaces the browser's former one, also a manager's behind an impersonation. */
export const replaceManagerSession: Hook = async (context, { database }) => {
  if (!context.context.newSession) return;
  await deleteManagerSession(context, database);
  deleteManagerCookie(context);
};

/** The library leaves this cookie behind, which would shorten the manager's next session. */
export const keepSessionLength: Hook = async (context) =>
  expireCookie(context, context.context.authCookies.dontRememberToken);

/** Records a change of address and tells the former address. */
export const announceEmailChange: Hook = async (context, { database, mailer, formerAdmins }) => {
  if (context.context.returned instanceof APIError) return;
  // The session that the request began with still has the former address.
  const before = context.context.session?.user as
    | { id: string; email: string; language?: string }
    | undefined;
  const { newEmail } = context.body as { newEmail?: string };
  if (!before || !newEmail) return;
  await formerAdmins.add(before.email);
  await recordEvent(database, { userId: before.id, kind: 'email_changed', detail: before.email });
  const language = isLanguage(before.language) ? before.language : fallbackLanguage;
  await mailer.sendEmailChanged({ to: before.email, language }, newEmail);
};

/**
 * Refuses to delete the last active admin, before a trigger of the database does.
 *
 * @throws {APIError} LAST_ADMIN
 */
export async function requireAnotherAdmin(
  database: Database,
  user: { id: string; role?: string | null },
): Promise<void> {
  if (!can(user.role, 'user:list')) return;
  const others = await database.user.findMany({
    where: { role: { contains: 'admin' }, isServiceAccount: false, id: { not: user.id } },
    select: { banned: true, banExpires: true },
  });
  if (others.every(isBanned)) throw new APIError('BAD_REQUEST', { code: 'LAST_ADMIN' });
}

/**
 * Refuses to delete the only owner of an organization, before a trigger of the database does.
 *
 * @throws {APIError} YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER
 */
export async function requireOtherOwners(
  database: Database,
  { id: userId }: { id: string },
): Promise<void> {
  const otherOwner = { role: 'owner', userId: { not: userId } } as const;
  const alone = await database.member.findFirst({
    where: { userId, role: 'owner', organization: { members: { none: otherOwner } } },
    select: { id: true },
  });
  const code = 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER';
  if (alone) throw new APIError('BAD_REQUEST', { code });
}
