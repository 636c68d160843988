/** Audit events of better-auth's own endpoints: noted before the handler, recorded after it succeeded. */
import { APIError } from 'better-auth/api';
import type { Hook } from '#server/auth/hooks.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { type AuditEvent, recordEvent } from './audit-log.ts';

/** Records the event once the endpoint has succeeded, with `recordNoted`. */
export function note(event: AuditEvent): void {
  currentSignIn().audited = event;
}

export const recordNoted: Hook = async ({ context }, { database, settings }) => {
  const event = currentSignIn().audited;
  if (settings.demo) return;
  if (!event || context.returned instanceof APIError) return;
  await recordEvent(database, event);
};

export const noteSignOut: Hook = async (context, { database }) => {
  const { authCookies, secret } = context.context;
  const token = await context.getSignedCookie(authCookies.sessionToken.name, secret);
  const session = await database.session.findFirst({
    where: { token: token || '', expiresAt: { gt: new Date() } },
    select: { id: true, userId: true, impersonatedBy: true },
  });
  if (!session) return;
  const { id, userId, impersonatedBy } = session;
  note({
    userId: impersonatedBy ?? userId,
    kind: 'signed_out',
    sessionId: id,
    impersonatedId: impersonatedBy && userId,
  });
};

export const noteRevocation: Hook = async () =>
  note({ userId: currentSignIn().viewer?.user.id, kind: 'sessions_revoked' });

export const noteOtherSessions: Hook = async (context, deps) => {
  const { userId = '', id = '' } = currentSignIn().viewer?.session ?? {};
  const others = { userId, id: { not: id }, expiresAt: { gt: new Date() } };
  if ((await deps.database.session.count({ where: others })) > 0) {
    await noteRevocation(context, deps);
  }
};

/** `list-users` reads accounts in bulk. So does a download. */
export const noteListRead: Hook = async () =>
  note({ userId: currentSignIn().viewer?.user.id, kind: 'list_exported', detail: 'list-users' });
