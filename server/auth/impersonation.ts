/** Impersonation sessions: bound to the session from which the manager acts, and ended with it. */
import type { GenericEndpointContext } from '@better-auth/core';
import { expireCookie } from 'better-auth/cookies';
import type { Database } from '#server/database/client.ts';
import { recordEvent } from './audit-log.ts';
import { touchUser } from './session.ts';

/** The session that a request of the library was made with. */
type RequestContext = Pick<GenericEndpointContext, 'context'> | null | undefined;

/** What an impersonation session gets besides the library's fields: the manager's session, with which it ends. */
export function impersonationFields(
  session: { userId: string; impersonatedBy?: unknown },
  request: RequestContext,
) {
  if (!session.impersonatedBy) return {};
  const own = request?.context.session?.session;
  if (!own) throw new Error('An impersonation session needs the session of a manager.');
  return { impersonatorSessionId: own.id };
}

/** Keeps the end of an impersonation session, which the library would renew like any other. */
export function keptExpiry(request: RequestContext) {
  const session = request?.context.session?.session;
  return session?.impersonatedBy ? { expiresAt: session.expiresAt } : {};
}

/** Records a new session in the history, and as activity of the user unless a manager acts as them. */
export async function recordSession(
  database: Database,
  { userId, impersonatedBy }: { userId: string; impersonatedBy?: unknown },
): Promise<void> {
  if (typeof impersonatedBy === 'string') {
    await recordEvent(database, { userId, kind: 'impersonated', actorId: impersonatedBy });
    return;
  }
  await recordEvent(database, { userId, kind: 'signed_in' });
  await touchUser(database, userId);
}

/**
 * Ends the session from which a manager acts in this browser, and with it the impersonation session.
 * The library would leave it behind.
 */
export async function endManagerSession(
  request: GenericEndpointContext,
  database: Database,
): Promise<void> {
  const { authCookies, createAuthCookie, internalAdapter, secret } = request.context;
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
  const acting = token
    ? await database.session.findUnique({
        where: { token },
        select: { impersonatorSessionId: true },
      })
    : null;
  if (acting?.impersonatorSessionId) {
    await database.session.deleteMany({ where: { id: acting.impersonatorSessionId } });
  }
  const kept = await request.getSignedCookie(createAuthCookie('admin_session').name, secret);
  if (kept) await internalAdapter.deleteSession(kept.split(':', 1)[0] ?? '');
}

/** Removes the cookie that holds the manager's session while they act. */
export function expireManagerCookie(request: GenericEndpointContext): void {
  const cookie = request.context.createAuthCookie('admin_session');
  if (request.getCookie(cookie.name)) expireCookie(request, cookie);
}
