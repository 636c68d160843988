/** Users whose sessions are inserted directly into the database. */
import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import { withClient } from '#tests/support/database.ts';
import { testSecret } from '#tests/support/product.ts';

export async function addUser(
  client: Client,
  name: string,
  role: 'user' | 'admin',
): Promise<string> {
  const id = `usr_${name.padStart(26, '0')}`;
  await client.query(
    `INSERT INTO "user" ("id", "email", "emailVerified", "name", "role", "onboardedAt", "createdAt", "updatedAt")
      VALUES ($1, $2, true, 'Somebody', $3, now(), '2019-01-01', now())`,
    [id, `${name}@example.com`, role],
  );
  return id;
}

export async function addSession(client: Client, userId: string): Promise<string> {
  await client.query(
    `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "updatedAt", "lastActiveAt")
      VALUES ($1, $2, $3, now() + interval '1 day', now(), now())`,
    [userId.replace('usr', 'ses'), userId, userId],
  );
  const signature = createHmac('sha256', testSecret).update(userId).digest('base64');
  return `atrium.session_token=${encodeURIComponent(`${userId}.${signature}`)}`;
}

/** Returns the cookie of a manager's session. */
export const signInManager = (url: string): Promise<string> =>
  withClient(url, async (client) => addSession(client, await addUser(client, 'a', 'admin')));
