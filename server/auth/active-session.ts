/** The session of a request, read by one statement where it needs no write and no further check. */
import type { Database } from '#server/database/client.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';
import type { Auth, AuthSession } from './auth.ts';
import { createExpectedViewers } from './expected-viewers.ts';
import { findSession } from './session.ts';
import { type ReadSessionCookie, sessionCookieName } from './session-cookie.ts';
import { isBanned, secondsPerDay } from './session-rules.ts';
import type { Viewer } from './viewer.ts';

const statement = namedStatement(`
  SELECT s."id" AS "sessionId", s."createdAt", s."expiresAt", s."lastActiveAt", s."impersonatedBy",
    u."id", u."email", u."name", u."role", u."banned", u."banExpires", u."language", u."onboardedAt", u."memberships"
  FROM "session" s JOIN "user" u ON u."id" = s."userId" WHERE s."token" = $1`);

type Row = Omit<NonNullable<Viewer['session']>, 'id' | 'userId'> &
  Viewer['user'] & { sessionId: string };

type ViewerReaderDeps = {
  auth: Auth;
  database: Database;
  settings: Settings;
  readSessionCookie: ReadSessionCookie;
};

/** What reading a session found, and the cookies to set if it was renewed or has ended. */
type Found = { viewer: Viewer | null; cookies: string[] };

/**
 * Returns a function that finds the session of a request. better-auth reads those that are missing, due for
 * renewal or an impersonation, or whose user is banned.
 */
export function createViewerReader(deps: ViewerReaderDeps) {
  const { auth, database, settings, readSessionCookie } = deps;
  const expected = createExpectedViewers();
  const cookieName = `${sessionCookieName(settings)}=`;
  /** A session is renewed every day: if no more than this is left of it, in milliseconds. */
  const renewedBelow = (settings.sessionDays - 1) * secondsPerDay * 1_000;

  async function readActive(token: string): Promise<Viewer | undefined> {
    const [row] = await database.$named<Row>(statement, [token]);
    if (!row || row.impersonatedBy || isBanned(row)) return undefined;
    if (row.expiresAt.getTime() - Date.now() <= renewedBelow) return undefined;
    const { sessionId, createdAt, expiresAt, lastActiveAt, impersonatedBy, ...user } = row;
    const dates = { createdAt, expiresAt, lastActiveAt };
    const session = { id: sessionId, userId: user.id, impersonatedBy, ...dates };
    return { session, token: null, user };
  }

  /** The viewer of a session that better-auth has read, which does not know organizations. */
  async function withMemberships(found: AuthSession | null): Promise<Viewer | null> {
    if (!found) return null;
    const where = { id: found.user.id };
    const stored = await database.user.findUnique({ where, select: { memberships: true } });
    const user = { ...found.user, memberships: stored?.memberships ?? '' };
    return { session: found.session, user, token: null };
  }

  /**
   * @param headers reads the request's headers
   * @param toHeaders makes all of them, for better-auth
   * @throws {DatabaseUnavailable} if the database cannot tell
   */
  async function findViewer(headers: HeaderReader, toHeaders: () => Headers): Promise<Found> {
    const cookies = headers.get('cookie');
    if (!cookies?.includes(cookieName)) return { viewer: null, cookies: [] };
    const signed = readSessionCookie(cookies);
    const active = signed && (await readActive(signed.token));
    if (signed) expected.note(signed.token, active);
    if (!active) {
      const found = await findSession(auth, toHeaders());
      return { viewer: await withMemberships(found.session), cookies: found.cookies };
    }
    return { viewer: active, cookies: [] };
  }

  /** The viewer that `findViewer` most likely finds, without a write. Undefined if that is not known. */
  function expectViewer(headers: HeaderReader): Viewer | undefined {
    const signed = readSessionCookie(headers.get('cookie'));
    return signed && expected.get(signed.token);
  }

  return { findViewer, expectViewer };
}

export type ViewerReader = ReturnType<typeof createViewerReader>;
