/** Who is asking: the session of a request, read from the database each time. */

import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Auth, AuthSession } from './auth.ts';

/** The database could not say who is asking; never to be taken for "nobody". */
export class SessionUnavailable extends Error {}

/**
 * Finds the session that the request's cookie names. What may not be used is not found, see
 * session-store.ts.
 *
 * @returns the session, or null for a stranger; and the cookies to set if the session was renewed
 * @throws {SessionUnavailable} if the database could not be reached
 */
export async function findSession(
  auth: Auth,
  headers: Headers,
): Promise<{ session: AuthSession | null; cookies: string[] }> {
  const read = async (query = {}) => {
    const result = await auth.api
      .getSession({ headers, query, returnHeaders: true })
      .catch((error) => {
        if (currentRequest()?.databaseAway) throw new SessionUnavailable();
        if (currentRequest()?.databaseFull) return undefined;
        throw error;
      });
    if (currentRequest()?.databaseAway) throw new SessionUnavailable();
    return result;
  };
  let result = await read();
  // A full disk takes no renewal; the session holds all the same.
  if (currentRequest()?.databaseFull) result = await read({ disableRefresh: true });
  if (!result) throw new SessionUnavailable();
  return {
    session: result.response as AuthSession | null,
    cookies: result.headers?.getSetCookie() ?? [],
  };
}

/** Ends the session that the request's cookie names: signing in replaces it (OWASP ASVS 5.0 7.2.4). */
export async function endSession(auth: Auth, headers: Headers): Promise<void> {
  const { session } = await findSession(auth, headers);
  if (!session) return;
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSession(session.session.token);
}

/** Seconds after signing in during which changes are allowed that could give an account away. */
export const freshSeconds = 60 * 60;

/** Whether a session was opened recently enough to change who owns an account, or what it may do. */
export function isFresh({ createdAt }: { createdAt: Date | string }): boolean {
  return Date.now() - new Date(createdAt).getTime() <= freshSeconds * 1_000;
}

/** How exactly `lastActiveAt` is kept, in seconds: a write per request would be expensive. */
const activitySeconds = 5 * 60;

/**
 * Records that a session and its user are active, unless that was recorded a moment ago. While a
 * manager acts as the user, it is the manager who is active.
 */
export async function touchSession(
  database: Database,
  { id, userId, impersonatedBy, lastActiveAt }: AuthSession['session'],
): Promise<void> {
  if (lastActiveAt && Date.now() - lastActiveAt.getTime() < activitySeconds * 1_000) return;
  try {
    await database.session.updateMany({ where: { id }, data: { lastActiveAt: new Date() } });
    await touchUser(database, impersonatedBy ?? userId);
  } catch (error) {
    // Reads must not fail because this cannot be written.
    if (!databaseFault(error)) throw error;
  }
}

/** Records that a user is active now. Nobody is notified: it is not a change to the user's record. */
export async function touchUser(database: Database, userId: string): Promise<void> {
  await database.$executeRaw`
    UPDATE "user" SET "lastActiveAt" = now()
    WHERE "id" = ${userId} AND set_config('atrium.silent', 'on', true) = 'on'`;
}

/** Whether a ban holds now: bans may end by themselves. */
export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}
