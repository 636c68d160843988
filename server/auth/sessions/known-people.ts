/**
 * Remembers which person a session or access token belonged to when last read, so that admission
 * control can count a person's requests together before reading the database.
 */

import type { Viewer } from '#server/auth/viewer.ts';

const maxCredentials = 10_000;

/**
 * The person behind a viewer: the impersonating manager, or the creator of the token, even a service
 * account's. Falls back to `orElse` if the creator was deleted.
 */
export function personOf({ session, token, user }: Viewer, orElse = user.id): string {
  if (token) return token.creatorId ?? orElse;
  return session?.impersonatedBy ?? user.id;
}

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
