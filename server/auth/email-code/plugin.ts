import { emailOTP } from 'better-auth/plugins/email-otp';
import type { Hmac } from '#server/auth/hmac.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { Settings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import { byItsSecret, hashesOf, identifiersOf, signInNamePrefix } from './stored-codes.ts';

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
            byItsSecret(identifiersOf(hmac, name, currentRequest()?.codeBrowser ?? '')),
        },
      },
    },
  };
}
