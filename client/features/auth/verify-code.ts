import { call } from './auth-api.ts';

/** Separate from auth-api.ts because /login doesn't need it. */
export function verifyCode(email: string, code: string): Promise<unknown> {
  return call('/sign-in/email-otp', { email, otp: code });
}

/** Proves the viewer's identity in their session, with a code sent to their address. */
export function proveByCode(code: string): Promise<unknown> {
  return call('/reauthenticate/email-otp', { otp: code });
}
