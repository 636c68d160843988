/**
 * Stores codes as HMACs of their names and values. Codes stored with a previous AUTH_SECRET stay
 * valid until they expire, as long as that secret is accepted.
 */
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';

export const signInName = (email: string) => `sign-in-otp-${email}`;

export type EmailChange = { userId: string; email: string; newEmail: string };

/** Names the changes of a user. IDs and addresses contain no spaces. */
export const emailChangesOf = (userId: string) => `change-email-otp-${userId} `;

export const emailChangeName = ({ userId, email, newEmail }: EmailChange) =>
  `${emailChangesOf(userId)}${email} ${newEmail}`;

/** better-auth hashes names with this prefix. */
export const signInNamePrefix = signInName('');

type BySecret = [current: string, ...former: string[]];

/** Identifiers of a code, per secret. Only `browser` can find the code. */
export const identifiersOf = (hmac: Hmac, name: string, browser: string): BySecret =>
  hmac.accepted('code of a browser', `${browser} ${name}`);

/** When the user whose code is entered had last secured their account. */
export function noteSecuredAt(time: Date | null): void {
  const request = currentRequest();
  if (request) request.securedAt = time;
}

/** Who signs in with a code: the user with its address, who hasn't secured their account since the code was entered. */
export function codeOwner(
  request: { path: string; body: { email?: unknown } } | null,
): Prisma.UserWhereInput | undefined {
  if (request?.path !== '/sign-in/email-otp') return undefined;
  const securedAt = currentRequest()?.securedAt;
  const email = String(request.body.email).toLowerCase();
  return { email, ...(securedAt !== undefined && { securedAt }) };
}

export const hashesOf = (hmac: Hmac, code: string): BySecret => hmac.accepted('code', code);

/** The HMAC by the secret that the entered code was stored with. Otherwise, the current secret's. */
export function byItsSecret(hmacs: BySecret): string {
  return hmacs[currentRequest()?.codeSecret ?? 0] ?? hmacs[0];
}

type StoredCodesDeps = { database: Database; hmac: Hmac; settings: Settings };

export function createStoredCodes({ database, hmac, settings }: StoredCodesDeps) {
  const identifiersFor = (email: string, browser: string) =>
    identifiersOf(hmac, signInName(email), browser);

  function noteSecret(position: number): void {
    const request = currentRequest();
    if (request) request.codeSecret = Math.max(0, position);
  }

  return {
    async deleteFormer(email: string, browser: string): Promise<void> {
      const [, ...former] = identifiersFor(email, browser);
      if (former.length === 0) return;
      await database.verification.deleteMany({ where: { identifier: { in: former } } });
    },

    async securedAtOf(email: string): Promise<Date | null> {
      const where = { email };
      const user = await database.user.findUnique({ where, select: { securedAt: true } });
      return user?.securedAt ?? null;
    },

    /** Deletes the code that was requested before the user secured their account, if any. Notes when they did so. */
    async deleteRevoked(email: string, browser: string): Promise<void> {
      const [user] = await database.$queryRaw<{ securedAt: Date | null }[]>`
        WITH "owner" AS (SELECT "securedAt" FROM "user" WHERE "email" = ${email}), "revoked" AS (
          DELETE FROM "verification" WHERE "identifier" = ANY (${identifiersFor(email, browser)})
            AND "expiresAt" - make_interval(mins => ${settings.codeMinutes}::int)
              <= (SELECT "securedAt" FROM "owner")
        ) SELECT "securedAt" FROM "owner"`;
      noteSecuredAt(user?.securedAt ?? null);
    },

    async noteSignIn(email: string, browser: string): Promise<void> {
      const identifiers = identifiersFor(email, browser);
      if (identifiers.length === 1) return;
      const stored = await database.verification.findFirst({
        where: { identifier: { in: identifiers } },
        select: { identifier: true },
      });
      noteSecret(identifiers.indexOf(stored?.identifier ?? ''));
    },
  };
}

export type StoredCodes = ReturnType<typeof createStoredCodes>;
