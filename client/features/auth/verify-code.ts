import { call } from './auth-api.ts';

/** Signs in with an emailed code. Apart from auth-api.ts, because /login does not need it. */
export function verifyCode(email: string, code: string): Promise<unknown> {
  return call('/sign-in/email-otp', { email, otp: code });
}
