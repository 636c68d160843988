import type { Auth, AuthSession } from '#server/auth/auth.ts';
import { callLibrary } from '#server/auth/library-call.ts';
import { endSession } from '#server/auth/users.ts';
import { databaseFault } from '#server/database/fault.ts';

/**
 * Finds the session of a request's cookie in the database. Skips sessions that aren't usable
 * (session-store.ts).
 *
 * @returns the session, or null for an anonymous client, and the cookies to set if it was renewed
 * @throws {DatabaseUnavailable} if the database can't be read
 */
export async function findSession(
  auth: Auth,
  headers: Headers,
  options: { disableRefresh?: true } = {},
): Promise<{ session: AuthSession | null; cookies: string[] }> {
  const signed = auth.withCurrentSignatures(headers);
  const read = async (query = options) => {
    const call = () => auth.api.getSession({ headers: signed, query, returnHeaders: true });
    const { result, statementError } = await callLibrary(call);
    if (databaseFault(statementError)) throw statementError;
    return result;
  };
  const { response, headers: answered } = await read().catch((error: unknown) => {
    // A full disk prevents the renewal, but the session is still valid.
    if (databaseFault(error) === 'readOnly') return read({ disableRefresh: true });
    throw error;
  });
  return {
    session: response as AuthSession | null,
    cookies: answered?.getSetCookie() ?? [],
  };
}

/** Ends the session of the request's cookie, because signing in replaces it (OWASP ASVS 5.0 7.2.4). */
export async function endCurrentSession(auth: Auth, headers: Headers): Promise<void> {
  const { session } = await findSession(auth, headers);
  if (session) await endSession(auth, session.session.id);
}
