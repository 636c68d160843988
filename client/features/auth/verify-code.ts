import { call } from './auth-api.ts';

/** Separate from auth-api.ts because /login doesn't need it. */
export function verifyCode(email: string, code: string): Promise<unknown> {
  return call('/sign-in/email-otp', { email, otp: code });
}
