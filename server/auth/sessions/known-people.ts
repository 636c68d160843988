/**
 * Remembers which person a credential belonged to when last read, so that admission control can count a person's
 * requests together before reading the database.
 */

import type { Viewer } from '#server/auth/viewer.ts';

const maxCredentials = 10_000;

/**
 * The person behind a viewer. Behind an impersonation it is the manager. Behind an access token it is its creator, even a
 * service account's.
 */
export function personOf({ session, accessToken, user }: Viewer): string {
  if (accessToken) return accessToken.creatorId ?? accessToken.organizationId ?? user.id;
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
