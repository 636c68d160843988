/**
 * A sign-in that still needs a passkey. No session is opened: a cookie with a random secret names a row of
 * `verification`, which lets this browser add the first passkey or enter a recovery code, once.
 */
import { randomBytes } from 'node:crypto';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { cookiePrefix, readCookieValues } from '#server/http/headers.ts';
import type { Settings } from '#server/settings.ts';

type PendingSignInsDeps = { database: Database; settings: Settings; hmac: Hmac };

export type PendingUser = {
  id: string;
  email: string;
  name: string;
  securedAt: Date | null;
  banned: boolean;
  banExpires: Date | null;
  /** Names the pending sign-in. */
  identifier: string;
};

const lifetimeSeconds = 10 * 60;

const rowValue = ({ id, email }: { id: string; email: string }) => `${id} ${email}`;

/** Ends the pending sign-ins of users in all browsers. Call it wherever a way to sign in is removed. */
export async function endPendingSignIns(
  database: Pick<Database, 'verification'>,
  userIds: readonly string[],
): Promise<void> {
  const ofUsers = userIds.map((id) => ({ value: { startsWith: rowValue({ id, email: '' }) } }));
  await database.verification.deleteMany({ where: { OR: ofUsers } });
}

export function createPendingSignIns({ database, settings, hmac }: PendingSignInsDeps) {
  const name = `${cookiePrefix(settings)}.pending`;
  const secure = settings.secure ? '; Secure' : '';
  const cookie = (value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly${secure}; SameSite=Lax`;
  const identifiersOf = (headers: Headers) =>
    readCookieValues(headers, name).flatMap((secret) => hmac.accepted('pending sign-in', secret));
  const ofBrowser = (headers: Headers) => ({ identifier: { in: identifiersOf(headers) } });

  return {
    /** Ends the browser's pending sign-in, which another sign-in replaces. */
    async endIn(headers: Headers, store: Pick<Database, 'verification'>): Promise<void> {
      const where = ofBrowser(headers);
      if (where.identifier.in.length > 0) await store.verification.deleteMany({ where });
    },

    /** Replaces the browser's previous one. Returns the cookie. */
    async start(headers: Headers, userId: string): Promise<string> {
      const { email } = await database.user.findUniqueOrThrow({
        where: { id: userId },
        select: { email: true },
      });
      const secret = randomBytes(32).toString('base64url');
      await database.$transaction([
        database.verification.deleteMany({ where: ofBrowser(headers) }),
        database.verification.create({
          data: {
            id: newId('Verification'),
            identifier: hmac('pending sign-in', secret),
            value: rowValue({ id: userId, email }),
            expiresAt: new Date(Date.now() + lifetimeSeconds * 1_000),
          },
        }),
        recordEvent(database, { userId, kind: 'passkey_requested' }),
      ]);
      return cookie(secret, lifetimeSeconds);
    },

    /** The user whom the browser is signing in. Undefined if their address changed since. */
    async findUser(headers: Headers): Promise<PendingUser | undefined> {
      const row = await database.verification.findFirst({
        where: { ...ofBrowser(headers), expiresAt: { gt: new Date() } },
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
          securedAt: true,
          banned: true,
          banExpires: true,
        },
      });
      return user ? { ...user, identifier: row.identifier } : undefined;
    },

    /** Lets concurrent requests wait until the end of `transaction`. False if the pending sign-in has ended. */
    async lock(transaction: Prisma.TransactionClient, { identifier }: PendingUser) {
      const found = await transaction.$queryRaw<unknown[]>`
        SELECT 1 FROM "verification" WHERE "identifier" = ${identifier} AND "expiresAt" > ${new Date()}
        FOR UPDATE`;
      return found.length > 0;
    },

    /** Ends the user's pending sign-in in this browser. Of concurrent requests, only one returns true. */
    async finish(
      { identifier }: Pick<PendingUser, 'identifier'>,
      store: Pick<Database, 'verification'> = database,
    ): Promise<boolean> {
      const { count } = await store.verification.deleteMany({
        where: { identifier, expiresAt: { gt: new Date() } },
      });
      return count > 0;
    },

    endedCookie: cookie('', 0),
  };
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;
