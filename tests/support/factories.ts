/** Records with unique names, so that tests do not affect each other. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';

/** A unique word with this prefix. */
export function unique(prefix: string): string {
  return `${prefix}-${randomBytes(5).toString('hex')}`;
}

/** Inserts a repository. */
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

/** Inserts an onboarded user without sessions. */
export function createUser(
  database: Database,
  data: { name?: string; email?: string; role?: string; onboardedAt?: Date | null } = {},
) {
  return database.user.create({
    data: {
      id: newId('User'),
      email: `${unique('person')}@example.org`,
      name: 'Someone',
      emailVerified: true,
      onboardedAt: new Date(),
      ...data,
    },
  });
}
