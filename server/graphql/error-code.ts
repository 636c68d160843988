/**
 * The whole catalogue of error codes: ours, and those that better-auth and its plugins can answer,
 * derived from the library so that none is ever missing.
 */
import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { admin, captcha, emailOTP, organization } from 'better-auth/plugins';
import { requestErrorCodes, userErrorCodes } from '#shared/errors.ts';
import texts from '#shared/locales/en/errors.json' with { type: 'json' };
import { builder } from './builder.ts';

const libraryCodes = [
  BASE_ERROR_CODES,
  emailOTP({ sendVerificationOTP: async () => {} }).$ERROR_CODES,
  admin().$ERROR_CODES,
  organization().$ERROR_CODES,
  captcha({ provider: 'cloudflare-turnstile', secretKey: 'none' }).$ERROR_CODES,
].flatMap((codes) => Object.keys(codes));

/** Every code, in alphabetical order. */
export const errorCodes: readonly string[] = [
  ...new Set<string>([...userErrorCodes, ...requestErrorCodes, ...libraryCodes]),
].sort();

/** What the API calls the catalogue; each value is described by what a person would read. */
export const ErrorCode = builder.enumType('ErrorCode', {
  description:
    'What went wrong, as a word that never changes. New ones may be added: treat an unknown one as UNKNOWN_ERROR.',
  values: Object.fromEntries(
    errorCodes.map((code) => [
      code,
      { value: code, description: (texts as Record<string, string>)[code] ?? code },
    ]),
  ),
});
