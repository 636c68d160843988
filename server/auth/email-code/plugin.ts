import { emailOTP } from 'better-auth/plugins/email-otp';
import type { Hmac } from '#server/auth/hmac.ts';
import type { Database } from '#server/database/client.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { requestOrigin } from '#server/mail/request-origin.ts';
import { demoCode } from '#server/settings/demo.ts';
import type { Settings } from '#server/settings.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import {
  byItsSecret,
  emailChangePrefix,
  hashesOf,
  identifiersOf,
  signInNamePrefix,
} from './stored-codes.ts';

type PluginDeps = { database: Database; settings: Settings; mailer: Mailer; hmac: Hmac };

export function emailCodePlugin({ database, settings, mailer, hmac }: PluginDeps) {
  return emailOTP({
    otpLength: limits.codeLength,
    expiresIn: settings.codeMinutes * 60,
    allowedAttempts: limits.codeAttempts,
    disableSignUp: !settings.signUpEnabled,
    storeOTP: { hash: async (code) => byItsSecret(hashesOf(hmac, code)) },
    ...(settings.demo && { generateOTP: () => demoCode }),
    changeEmail: { enabled: true },
    async sendVerificationOTP({ email, otp, type }, context) {
      const user = await database.user.findUnique({
        where: { email },
        select: { language: true },
      });
      const headers = context?.headers ?? new Headers();
      const language = isLanguage(user?.language) ? user.language : languageOfRequest(headers);
      const purpose = type === 'change-email' ? 'changeEmail' : 'signIn';
      await mailer.sendCode({ to: email, language }, otp, purpose, requestOrigin(headers));
    },
  });
}

/** @throws if endpoints.ts hasn't named the change */
function nameOfEmailChange(): string {
  const name = currentRequest()?.emailChange;
  if (!name) throw new Error('A change of address needs a name.');
  return name;
}

/**
 * Stores sign-in codes under a name that only the requesting browser can derive, and those for a new address under one
 * of the user.
 */
export function codeStorage(hmac: Hmac) {
  return {
    // Keep expired codes to tell them from wrong ones. retention.ts deletes them.
    disableCleanup: true,
    storeIdentifier: {
      default: 'plain' as const,
      overrides: {
        [signInNamePrefix]: {
          hash: async (name: string) =>
            byItsSecret(identifiersOf(hmac, name, currentRequest()?.codeBrowser ?? '')),
        },
        [emailChangePrefix]: { hash: async () => nameOfEmailChange() },
      },
    },
  };
}
