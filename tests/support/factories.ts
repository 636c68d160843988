/** Records for tests; each is unique, so tests never meet another's. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';

/** A word that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** A repository that stands in the database. */
export function createRepository(
  database: Database,
  data: { name?: string; link?: string; description?: string; createdAt?: Date } = {},
) {
  return database.repository.create({
    data: {
      id: newId('Repository'),
      name: unique('repository'),
      link: 'https://git.example.com/some/thing',
      ...data,
    },
  });
}

/** Somebody who has been onboarded and is signed in nowhere. */
export function createUser(
  database: Database,
  data: { name?: string; email?: string; role?: string; onboardedAt?: Date | null } = {},
) {
  return database.user.create({
    data: {
      id: newId('User'),
      email: `${unique('person')}@example.org`,
      name: 'Somebody',
      emailVerified: true,
      onboardedAt: new Date(),
      ...data,
    },
  });
}
