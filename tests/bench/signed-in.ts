/** People whose sessions are written into the database, for a product that runs with this secret. */
import { createHmac } from 'node:crypto';
import type { Client } from 'pg';

/** AUTH_SECRET of the product. */
export const secret = 'a secret for benchmarks, of more than 32 characters';

/** Adds a user. `letter` tells their ID from those of others. Returns the ID. */
export async function addUser(
  client: Client,
  letter: string,
  role: 'user' | 'admin',
): Promise<string> {
  const id = `usr_${'0'.repeat(25)}${letter}`;
  await client.query(
    `INSERT INTO "user" ("id", "email", "emailVerified", "name", "role", "onboardedAt", "createdAt", "updatedAt")
      VALUES ($1, $2, true, 'Somebody', $3, now(), '2019-01-01', now())`,
    [id, `${letter}@example.com`, role],
  );
  return id;
}

/** Adds a session of the user. Returns its cookie. */
export async function addSession(client: Client, userId: string): Promise<string> {
  await client.query(
    `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "updatedAt", "lastActiveAt")
      VALUES ($1, $2, $3, now() + interval '1 day', now(), now())`,
    [userId.replace('usr', 'ses'), userId, userId],
  );
  const signature = createHmac('sha256', secret).update(userId).digest('base64');
  return `atrium.session_token=${encodeURIComponent(`${userId}.${signature}`)}`;
}
