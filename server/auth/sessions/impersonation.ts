/** Impersonation sessions are bound to the manager's own session and end with it. */
import type { GenericEndpointContext } from '@better-auth/core';
import { expireCookie } from 'better-auth/cookies';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Database } from '#server/database/client.ts';
import { touchUser } from './session-activity.ts';

type LibraryRequest = Pick<GenericEndpointContext, 'context'> | null | undefined;

export function impersonationFields(
  session: { userId: string; impersonatedBy?: unknown },
  request: LibraryRequest,
) {
  if (!session.impersonatedBy) return {};
  const own = request?.context.session?.session;
  if (!own) throw new Error('An impersonation session needs the session of a manager.');
  return { impersonatorSessionId: own.id };
}

/** Keeps the expiry of an impersonation session, which the library would extend. */
export function keptExpiry(request: LibraryRequest) {
  const session = request?.context.session?.session;
  return session?.impersonatedBy ? { expiresAt: session.expiresAt } : {};
}

export async function recordSession(
  database: Database,
  {
    id: sessionId,
    userId,
    impersonatedBy,
    passkeyName,
  }: { id: string; userId: string; impersonatedBy?: unknown; passkeyName?: string | null },
): Promise<void> {
  if (typeof impersonatedBy === 'string') {
    await recordEvent(database, { userId, kind: 'impersonated', actorId: impersonatedBy });
    return;
  }
  await recordEvent(database, { userId, kind: 'signed_in', sessionId, detail: passkeyName });
  await touchUser(database, userId);
}

/**
 * Ends the session of the manager who impersonates in this browser, and with it the impersonation
 * session. The library would leave it behind.
 */
export async function deleteManagerSession(
  request: GenericEndpointContext,
  database: Database,
): Promise<void> {
  const { authCookies, createAuthCookie, secret } = request.context;
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
  const kept = await request.getSignedCookie(createAuthCookie('admin_session').name, secret);
  const current = token
    ? await database.session.findUnique({
        where: { token },
        select: { impersonatorSessionId: true },
      })
    : null;
  const managerSessions = [
    ...(current?.impersonatorSessionId ? [{ id: current.impersonatorSessionId }] : []),
    ...(kept ? [{ token: kept.split(':', 1)[0] ?? '' }] : []),
  ];
  if (managerSessions.length) await database.session.deleteMany({ where: { OR: managerSessions } });
}

export function deleteManagerCookie(request: GenericEndpointContext): void {
  const cookie = request.context.createAuthCookie('admin_session');
  if (request.getCookie(cookie.name)) expireCookie(request, cookie);
}
