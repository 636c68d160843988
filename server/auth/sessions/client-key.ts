import { hasPlacedToken, readToken } from '#server/auth/access-tokens/credentials.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import type { KnownPeople } from './known-people.ts';
import type { ReadSessionToken } from './session-cookie.ts';

type ClientKeyDeps = {
  readSessionToken: ReadSessionToken;
  hashAccessToken(secret: string): string;
  people: KnownPeople;
};

/** A provisional key is a session whose person isn't known yet. */
type ClientKey = { key: string; isProvisional?: true };

/** Returns a function that finds who sent a request, without the database: a person or their session. */
export function createClientKey({ readSessionToken, hashAccessToken, people }: ClientKeyDeps) {
  return function findClientKey(headers: HeaderReader): ClientKey | undefined {
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
