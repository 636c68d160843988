/** The calls that change an account beyond what the GraphQL API does. */
import { call, captchaHeaders } from '#client/features/auth/auth-api.ts';

/**
 * Mails a code to the new address. The answer is the same whether or not the address is in use.
 *
 * @param solution the captcha's answer, where there is a captcha
 */
export function requestEmailChange(newEmail: string, solution?: string): Promise<unknown> {
  return call('/email-otp/request-email-change', { newEmail }, captchaHeaders(solution));
}

/** Makes `newEmail` one's own with the code that was mailed there. */
export function changeEmail(newEmail: string, code: string): Promise<unknown> {
  return call('/email-otp/change-email', { newEmail, otp: code });
}

/** Deletes the account of whoever is signed in. */
export function deleteAccount(): Promise<unknown> {
  return call('/delete-user', {});
}
