/** Who is asking: the session of a request, read from the database each time. */

import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { currentRequest } from '#server/request-scope.ts';
import type { Auth, AuthSession } from './auth.ts';

/** The database could not say who is asking; never to be taken for "nobody". */
export class SessionUnavailable extends Error {}

/**
 * Finds the session that the request's cookie names. A session of a banned person counts for nothing.
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
  const session = result.response as AuthSession | null;
  if (session && isBanned(session.user)) return { session: null, cookies: [] };
  return { session, cookies: result.headers?.getSetCookie() ?? [] };
}

/** Ends the session that the request's cookie names: signing in replaces it (OWASP ASVS 5.0 7.2.4). */
export async function endSession(auth: Auth, headers: Headers): Promise<void> {
  const { session } = await findSession(auth, headers);
  if (!session) return;
  const { internalAdapter } = await auth.$context;
  await internalAdapter.deleteSession(session.session.token);
}

/** How exactly `lastActiveAt` is kept, in milliseconds: a write per request would be dear. */
const activityMilliseconds = 5 * 60 * 1_000;

/** Notes that the session is in use, unless that was noted a moment ago. */
export async function touchSession(
  database: Database,
  { id, lastActiveAt }: AuthSession['session'],
): Promise<void> {
  if (lastActiveAt && Date.now() - lastActiveAt.getTime() < activityMilliseconds) return;
  try {
    await database.session.updateMany({ where: { id }, data: { lastActiveAt: new Date() } });
  } catch (error) {
    // Whoever reads must not fail for want of room for a note.
    if (!databaseFault(error)) throw error;
  }
}

/** Whether a ban holds now: bans may end by themselves. */
export function isBanned(user: {
  banned?: boolean | null | undefined;
  banExpires?: Date | string | null | undefined;
}): boolean {
  return Boolean(user.banned) && (!user.banExpires || new Date(user.banExpires) > new Date());
}
