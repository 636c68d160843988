/** Audit events of better-auth's own endpoints: noted before the handler, recorded after it succeeded. */
import { APIError } from 'better-auth/api';
import type { Hook } from '#server/auth/hooks.ts';
import { currentRequest, type RequestContext } from '#server/log/request-context.ts';
import { type AuditEvent, recordEvent } from './audit-log.ts';

const noted = new WeakMap<RequestContext, AuditEvent>();

/** Records the event once the endpoint has succeeded, with `recordNoted`. */
export function note(event: AuditEvent): void {
  const request = currentRequest();
  if (request) noted.set(request, event);
}

export const recordNoted: Hook = async ({ context }, { database, settings }) => {
  const request = currentRequest();
  const event = request && noted.get(request);
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
  note({ userId: currentRequest()?.viewerId, kind: 'sessions_revoked' });

export const noteOtherSessions: Hook = async (context, deps) => {
  const { viewerId = '', sessionId = '' } = currentRequest() ?? {};
  const others = { userId: viewerId, id: { not: sessionId }, expiresAt: { gt: new Date() } };
  if ((await deps.database.session.count({ where: others })) > 0) {
    await noteRevocation(context, deps);
  }
};

/** `list-users` reads accounts in bulk. So does a download. */
export const noteListRead: Hook = async () =>
  note({ userId: currentRequest()?.viewerId, kind: 'list_exported', detail: 'list-users' });
