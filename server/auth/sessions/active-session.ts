import type { Auth, AuthSession } from '#server/auth/auth.ts';
import type { Secrets } from '#server/auth/hmac.ts';
import { callLibrary } from '#server/auth/library-call.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import type { Settings } from '#server/settings.ts';
import { type KnownPeople, personOf } from './known-people.ts';
import {
  type ReadSessionToken,
  sessionCookieName,
  withCurrentSignatures,
} from './session-cookie.ts';
import { isBanned, renewalAge, secondsPerDay } from './session-rules.ts';

const columns = ['createdAt', 'reauthenticatedAt', 'expiresAt', 'lastActiveAt', 'impersonatedBy'];

const statement = namedStatement(`
  SELECT s."id" AS "sessionId", ${columns.map((name) => `s."${name}"`).join(', ')},
    u."id", u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
  FROM "session" s JOIN "user" u ON u."id" = s."userId" WHERE s."token" = $1`);

type Row = Omit<NonNullable<Viewer['session']>, 'id' | 'userId'> &
  Viewer['user'] & { sessionId: string };

type ViewerReaderDeps = {
  auth: Auth;
  database: Database;
  secrets: Secrets;
  settings: Settings;
  readSessionToken: ReadSessionToken;
  people: KnownPeople;
};

type Found = { viewer: Viewer | null; cookies: string[] };

/**
 * Returns a function that finds the session of a request. It leaves sessions that are missing, due
 * for renewal, or of a banned user to better-auth. So it does with impersonations.
 */
export function createViewerReader(deps: ViewerReaderDeps) {
  const { database, settings, readSessionToken, people } = deps;
  const cookieName = `${sessionCookieName(settings)}=`;
  const { sessionDays } = settings;
  /** Sessions are renewed when less than this remains. */
  const renewedBelowMs = (sessionDays * secondsPerDay - renewalAge(sessionDays)) * 1_000;

  async function readActive(token: string): Promise<Viewer | undefined> {
    const [row] = await database.$named<Row>(statement, [token]);
    if (!row || row.impersonatedBy || isBanned(row)) return undefined;
    if (row.expiresAt.getTime() - Date.now() <= renewedBelowMs) return undefined;
    const { sessionId, createdAt, reauthenticatedAt, ...rest } = row;
    const { expiresAt, lastActiveAt, impersonatedBy, ...user } = rest;
    const dates = { createdAt, reauthenticatedAt, expiresAt, lastActiveAt };
    const session = { id: sessionId, userId: user.id, impersonatedBy, ...dates };
    return { session, accessToken: null, user };
  }

  /** Adds what a session read by better-auth lacks. */
  async function completeSession(found: AuthSession | null): Promise<Viewer | null> {
    if (!found) return null;
    const stored = await database.user.findUnique({
      where: { id: found.user.id },
      select: { memberships: true },
    });
    const user = { ...found.user, memberships: stored?.memberships ?? '' };
    return { session: found.session, user, accessToken: null };
  }

  async function findByLibrary(headers: Headers): Promise<Found> {
    const { session, cookies } = await findSession(deps, withCurrentSignatures(deps, headers));
    return { viewer: await completeSession(session), cookies };
  }

  /** @throws {DatabaseUnavailable} if the database can't be read */
  return async function findViewer(headers: Headers): Promise<Found> {
    const cookies = headers.get('cookie');
    if (!cookies?.includes(cookieName)) return { viewer: null, cookies: [] };
    const token = readSessionToken(cookies);
    // better-auth would accept other encodings of the signature.
    if (!token) return { viewer: null, cookies: [] };
    const active = await readActive(token);
    const found = active ? { viewer: active, cookies: [] } : await findByLibrary(headers);
    if (found.viewer) people.note(token, personOf(found.viewer));
    return found;
  };
}

export type FindViewer = ReturnType<typeof createViewerReader>;

/**
 * Finds the session of a request's cookie in the database. Skips sessions that aren't usable
 * (storage.ts).
 *
 * @param headers with cookies that the current secret has signed
 * @returns the session, or null for an anonymous client, and the cookies to set if it was renewed
 * @throws {DatabaseUnavailable} if the database can't be read
 */
export async function findSession(
  { auth }: { auth: Auth },
  headers: Headers,
  options: { disableRefresh?: true } = {},
): Promise<{ session: AuthSession | null; cookies: string[] }> {
  const read = async (query = options) => {
    const call = () => auth.api.getSession({ headers, query, returnHeaders: true });
    const { result, statementError } = await callLibrary(call);
    if (databaseFault(statementError)) throw statementError;
    return result;
  };
  const { response, headers: answered } = await read().catch((error: unknown) => {
    // A full disk prevents the renewal, but the session is still valid.
    if (databaseFault(error) === 'readOnly') return read({ disableRefresh: true });
    throw error;
  });
  const session = response as AuthSession | null;
  // Another tab may have replaced an ended session's cookie, which the library would remove.
  return { session, cookies: session ? (answered?.getSetCookie() ?? []) : [] };
}
