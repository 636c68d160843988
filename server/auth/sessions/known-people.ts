/**
 * Remembers which person a credential belonged to when last read, so that admission control can count a person's
 * requests together before reading the database.
 */
import { hasPlacedToken, readToken } from '#server/auth/access-tokens/credentials.ts';
import type { Viewer } from '#server/auth/viewer.ts';
import type { Settings } from '#server/settings.ts';
import type { ReadSessionToken } from './session-cookie.ts';

const maxCredentials = 10_000;

/**
 * The person behind a viewer. Behind an impersonation it is the manager. Behind an access token it is its creator, even a
 * service account's.
 */
export function personOf({ session, accessToken, user }: Viewer): string {
  if (accessToken) return accessToken.creatorId ?? accessToken.organizationId ?? user.id;
  return session?.impersonatedBy ?? user.id;
}

/** Visitors of the demo share accounts, so each credential counts as a person there. */
export function createKnownPeople({ demo }: Pick<Settings, 'demo'>) {
  const byCredential = new Map<string, string>();
  return {
    find: (credential: string) => byCredential.get(credential),

    note(credential: string, person: string): void {
      byCredential.delete(credential);
      const [oldest] = byCredential.size >= maxCredentials ? byCredential.keys() : [];
      if (oldest !== undefined) byCredential.delete(oldest);
      byCredential.set(credential, demo ? credential : person);
    },
  };
}

export type KnownPeople = ReturnType<typeof createKnownPeople>;

type ClientKeyDeps = {
  readSessionToken: ReadSessionToken;
  hashAccessToken(secret: string): string;
  people: KnownPeople;
};

/** A provisional key is a session whose person isn't known yet. */
type ClientKey = { key: string; isProvisional?: true };

/** Returns a function that finds who sent a request, without the database: a person or their session. */
export function createClientKey({ readSessionToken, hashAccessToken, people }: ClientKeyDeps) {
  return function findClientKey(headers: Headers): ClientKey | undefined {
    if (hasPlacedToken(headers)) {
      const secret = readToken(headers);
      const person = secret && people.find(hashAccessToken(secret));
      return person ? { key: person } : undefined;
    }
    const token = readSessionToken(headers.get('cookie'));
    if (!token) return undefined;
    const person = people.find(token);
    return person ? { key: person } : { key: token, isProvisional: true };
  };
}
