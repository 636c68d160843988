/**
 * Stores codes as HMACs of their names and values. Codes stored with a previous AUTH_SECRET stay
 * valid until they expire, as long as that secret is accepted.
 */

import { emailOTP } from 'better-auth/plugins/email-otp';
import type { Hmac } from '#server/auth/hmac.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import type { Database } from '#server/database/client.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';

export const signInName = (email: string) => `sign-in-otp-${email}`;

export type EmailChange = { userId: string; email: string; newEmail: string };

/** Names the changes of a user. IDs and addresses contain no spaces. */
export const emailChangesOf = (userId: string) => `change-email-otp-${userId} `;

export const emailChangeName = ({ userId, email, newEmail }: EmailChange) =>
  `${emailChangesOf(userId)}${email} ${newEmail}`;

/** better-auth hashes names with this prefix. */
const signInNamePrefix = signInName('');

type BySecret = [current: string, ...former: string[]];

/** Identifiers of a code, per secret. Only `browser` can find the code. */
export const identifiersOf = (hmac: Hmac, name: string, browser: string): BySecret =>
  hmac.accepted('code of a browser', `${browser} ${name}`);

export const hashesOf = (hmac: Hmac, code: string): BySecret => hmac.accepted('code', code);

/** The HMAC by the secret that the entered code was stored with. Otherwise, the current secret's. */
export function byItsSecret(hmacs: BySecret): string {
  return hmacs[currentSignIn().codeSecret ?? 0] ?? hmacs[0];
}

type StoredCodesDeps = { database: Database; hmac: Hmac; settings: Settings };

export function createStoredCodes({ database, hmac, settings }: StoredCodesDeps) {
  const identifiersFor = (email: string, browser: string) =>
    identifiersOf(hmac, signInName(email), browser);

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

    /** Deletes the code that was requested before the user secured their account, if any. Returns when they did so. */
    async deleteRevoked(email: string, browser: string): Promise<Date | null> {
      const [user] = await database.$queryRaw<{ securedAt: Date | null }[]>`
        WITH "owner" AS (SELECT "securedAt" FROM "user" WHERE "email" = ${email}), "revoked" AS (
          DELETE FROM "verification" WHERE "identifier" = ANY (${identifiersFor(email, browser)})
            AND "expiresAt" - make_interval(mins => ${settings.codeMinutes}::int)
              <= (SELECT "securedAt" FROM "owner")
        ) SELECT "securedAt" FROM "owner"`;
      return user?.securedAt ?? null;
    },

    /** Index of the accepted secret that a browser's code was stored with. */
    async secretOf(email: string, browser: string): Promise<number> {
      const identifiers = identifiersFor(email, browser);
      if (identifiers.length === 1) return 0;
      const stored = await database.verification.findFirst({
        where: { identifier: { in: identifiers } },
        select: { identifier: true },
      });
      return Math.max(0, identifiers.indexOf(stored?.identifier ?? ''));
    },
  };
}

export type StoredCodes = ReturnType<typeof createStoredCodes>;

export function emailCodePlugin({ settings, hmac }: { settings: Settings; hmac: Hmac }) {
  return emailOTP({
    otpLength: limits.codeLength,
    expiresIn: settings.codeMinutes * 60,
    allowedAttempts: limits.codeAttempts,
    disableSignUp: !settings.signUpEnabled,
    storeOTP: { hash: async (code) => byItsSecret(hashesOf(hmac, code)) },
    // No request reaches the library's routes that create codes: send-code.ts does.
    sendVerificationOTP: () => Promise.reject(new Error('send-code.ts sends codes.')),
  });
}

/** Stores codes under a name that only the requesting browser can derive. */
export function codeStorage(hmac: Hmac) {
  return {
    // Keep expired codes to tell them from wrong ones. retention.ts deletes them.
    disableCleanup: true,
    storeIdentifier: {
      default: 'plain' as const,
      overrides: {
        [signInNamePrefix]: {
          hash: async (name: string) =>
            byItsSecret(identifiersOf(hmac, name, currentSignIn().browser ?? '')),
        },
      },
    },
  };
}
