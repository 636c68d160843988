import { BASE_ERROR_CODES } from '@better-auth/core/error';
import { PASSKEY_ERROR_CODES } from '@better-auth/passkey';
import { admin, captcha, emailOTP, organization } from 'better-auth/plugins';
import { apiErrorCodes, authErrorCodes, fieldErrorCodes, userErrorCodes } from '#shared/errors.ts';

export const libraryCodes: readonly string[] = [
  BASE_ERROR_CODES,
  PASSKEY_ERROR_CODES,
  emailOTP({ sendVerificationOTP: async () => {} }).$ERROR_CODES,
  admin().$ERROR_CODES,
  organization().$ERROR_CODES,
  captcha({ provider: 'cloudflare-turnstile', secretKey: 'none' }).$ERROR_CODES,
].flatMap((codes) => Object.keys(codes));

const serverCodes: readonly string[] = [
  ...userErrorCodes,
  ...fieldErrorCodes,
  ...authErrorCodes,
  ...apiErrorCodes,
];

export const ownCodes = serverCodes.filter((code) => !libraryCodes.includes(code));

export const errorCodes: readonly string[] = [...new Set([...serverCodes, ...libraryCodes])].sort();
