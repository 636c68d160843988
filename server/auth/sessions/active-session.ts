import type { Auth } from '#server/auth/auth.ts';
import type { Services } from '#server/auth/sign-in.ts';
import { callLibrary } from '#server/auth/storage.ts';
import { personOf, renewalAge, secondsPerDay, type Viewer } from '#server/auth/viewer.ts';
import { databaseFault } from '#server/database/fault.ts';
import { hasPlacedToken, readToken } from '#server/features/access-token/credentials.ts';
import { hashToken } from '#server/features/access-token/token-reader.ts';
import { readSessionToken, withCurrentSignatures } from './cookies.ts';
import { readSession } from './session-store.ts';

type ViewerReaderDeps = Pick<Services, 'database' | 'secrets' | 'settings'> & {
  auth: Auth;
  people: KnownPeople;
};

type Found = { viewer: Viewer | null; cookies: string[] };

/** Returns a function that finds the session of a request. It leaves renewals to better-auth. */
export function createViewerReader(deps: ViewerReaderDeps) {
  const { database, settings, people } = deps;
  const { sessionDays } = settings;
  /** Sessions are renewed when less than this remains. */
  const renewedBelowMs = (sessionDays * secondsPerDay - renewalAge(sessionDays)) * 1_000;

  async function find(token: string, headers: Headers): Promise<Found> {
    const viewer = await readSession(database, token);
    if (!viewer) return { viewer, cookies: [] };
    const { impersonatedBy, expiresAt } = viewer.session;
    const isCurrent = expiresAt.getTime() - Date.now() > renewedBelowMs;
    if (isCurrent || impersonatedBy) return { viewer, cookies: [] };
    const { session, cookies } = await findSession(deps, withCurrentSignatures(deps, headers));
    return { viewer: session && (await readSession(database, token)), cookies };
  }

  /** @throws {DatabaseUnavailable} if the database can't be read */
  return async function findViewer(headers: Headers): Promise<Found> {
    // better-auth would accept other encodings of the signature.
    const token = readSessionToken(deps, headers);
    if (!token) return { viewer: null, cookies: [] };
    const found = await find(token, headers);
    // Visitors of the demo share accounts.
    if (found.viewer) people.note(token, settings.demo ? token : personOf(found.viewer));
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
  options: { disableRefresh?: unknown } = {},
) {
  const read = (query = options) =>
    callLibrary(() => auth.api.getSession({ headers, query, returnHeaders: true }), true);
  const { response: session, headers: answered } = await read().catch((error: unknown) => {
    // A full disk prevents the renewal, but the session is still valid.
    if (databaseFault(error) === 'readOnly') return read({ disableRefresh: true });
    throw error;
  });
  // Another tab may have replaced an ended session's cookie, which the library would remove.
  return { session, cookies: session ? (answered?.getSetCookie() ?? []) : [] };
}

/** Credentials whose person is remembered. */
const maxCredentials = 10_000;

/**
 * Remembers which person a credential belonged to when last read, so that admission control can count a person's requests
 * together before reading the database.
 */
export function createKnownPeople() {
  const byCredential = new Map<string, string>();
  return {
    find: (credential: string) => byCredential.get(credential),

    note(credential: string, person: string): void {
      byCredential.delete(credential);
      const [oldest] = byCredential.size >= maxCredentials ? byCredential.keys() : [];
      if (oldest !== undefined) byCredential.delete(oldest);
      byCredential.set(credential, person);
    },
  };
}

export type KnownPeople = ReturnType<typeof createKnownPeople>;

/** A provisional key is a session whose person isn't known yet. */
type ClientKey = { key: string; isProvisional?: true };

/** Returns a function that finds who sent a request, without the database: a person or their session. */
export function createClientKey(
  people: KnownPeople,
  keys: Pick<Services, 'secrets' | 'settings' | 'hmac'>,
) {
  return function findClientKey(headers: Headers): ClientKey | undefined {
    if (hasPlacedToken(headers)) {
      const secret = readToken(headers);
      const person = secret && people.find(hashToken(keys.hmac, secret));
      return person ? { key: person } : undefined;
    }
    const token = readSessionToken(keys, headers);
    if (!token) return undefined;
    const person = people.find(token);
    return person ? { key: person } : { key: token, isProvisional: true };
  };
}
