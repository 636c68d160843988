/**
 * A sign-in that still needs a passkey. No session is opened: a cookie with a random secret names a row of
 * `verification`, which lets this browser add the first passkey or enter a recovery code, once.
 */
import { randomBytes } from 'node:crypto';
import { cookieLine } from '#server/auth/sessions/cookies.ts';
import type { Services } from '#server/auth/sign-in.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';
import { cookiePrefix, readCookieValues } from '#server/http/headers.ts';

type Store = Pick<Database, 'verification'>;

export const pendingCookie = 'pending';
const lifetimeSeconds = 10 * 60;

const rowValue = ({ id, email }: { id: string; email: string }) => `${id} ${email}`;

/** Ends the pending sign-ins of users in all browsers. Call it wherever a way to sign in is removed. */
export async function endPendingSignIns(store: Store, userIds: readonly string[]): Promise<void> {
  const ofUsers = userIds.map((id) => ({ value: { startsWith: rowValue({ id, email: '' }) } }));
  await store.verification.deleteMany({ where: { OR: ofUsers } });
}

type Keys = Pick<Services, 'settings' | 'hmac'>;

function ofBrowser({ settings, hmac }: Keys, headers: Headers) {
  const secrets = readCookieValues(headers, `${cookiePrefix(settings)}.${pendingCookie}`);
  const names = secrets.flatMap((secret) => hmac.accepted('pending sign-in', secret));
  return { identifier: { in: names } };
}

/** Ends the browser's pending sign-in, which another sign-in replaces. */
export async function endPendingSignInOf(keys: Keys, headers: Headers, store: Store) {
  const where = ofBrowser(keys, headers);
  if (where.identifier.in.length > 0) await store.verification.deleteMany({ where });
}

/** Replaces the browser's previous one. Returns the cookie. */
export async function startPendingSignIn(
  { database, settings, hmac }: Services,
  headers: Headers,
  user: { id: string; email: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await database.$transaction([
    database.verification.deleteMany({ where: ofBrowser({ settings, hmac }, headers) }),
    database.verification.create({
      data: {
        id: newId('Verification'),
        identifier: hmac('pending sign-in', secret),
        value: rowValue(user),
        expiresAt: new Date(Date.now() + lifetimeSeconds * 1_000),
      },
    }),
    recordEvent(database, { userId: user.id, kind: 'passkey_requested' }),
  ]);
  return cookieLine(settings, pendingCookie, secret, lifetimeSeconds);
}

/** The user whom the browser is signing in, and the name of the pending sign-in. Undefined if their address changed since. */
export async function findPendingUser({ database, ...keys }: Services, headers: Headers) {
  const row = await database.verification.findFirst({
    where: { ...ofBrowser(keys, headers), expiresAt: { gt: new Date() } },
    select: { identifier: true, value: true },
  });
  if (!row) return undefined;
  const [id = '', email = ''] = row.value.split(' ');
  const user = await database.user.findFirst({
    where: { id, email, emailVerified: true },
    select: {
      id: true,
      email: true,
      name: true,
      language: true,
      securedAt: true,
      banned: true,
      banExpires: true,
    },
  });
  return user ? { ...user, identifier: row.identifier } : undefined;
}

export type PendingUser = NonNullable<Awaited<ReturnType<typeof findPendingUser>>>;

/** Ends the user's pending sign-in in this browser. Of concurrent requests, only one returns true. */
export async function finishPendingSignIn(
  { verification }: Store,
  { identifier }: Pick<PendingUser, 'identifier'>,
): Promise<boolean> {
  const where = { identifier, expiresAt: { gt: new Date() } };
  const { count } = await verification.deleteMany({ where });
  return count > 0;
}
