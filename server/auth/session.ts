/** Who is asking: the session of a request, read from the database each time. */

import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import type { Auth, AuthSession } from './auth.ts';
import { callLibrary } from './library-call.ts';

/**
 * Finds the session that the request's cookie names. Sessions that may not be used are not found, see
 * session-store.ts.
 *
 * @returns the session, or null for an anonymous client; and the cookies to set if it was renewed
 * @throws {DatabaseUnavailable} if the database cannot tell
 */
export async function findSession(
  auth: Auth,
  headers: Headers,
): Promise<{ session: AuthSession | null; cookies: string[] }> {
  const read = async (query = {}) => {
    const call = () => auth.api.getSession({ headers, query, returnHeaders: true });
    const { result, statementError } = await callLibrary(call);
    if (databaseFault(statementError)) throw statementError;
    return result;
  };
  const { response, headers: answered } = await read().catch((error: unknown) => {
    // A full disk takes no renewal; the session holds all the same.
    if (databaseFault(error) === 'readOnly') return read({ disableRefresh: true });
    throw error;
  });
  return {
    session: response as AuthSession | null,
    cookies: answered?.getSetCookie() ?? [],
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
