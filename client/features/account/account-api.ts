/** Account endpoints outside the GraphQL API. */
import { call, captchaHeaders } from '#client/features/auth/auth-api.ts';

/**
 * Emails a code to the new address. The response doesn't reveal whether it is already in use.
 *
 * @param solution the captcha's solution, if there is a captcha
 */
export function requestEmailChange(newEmail: string, solution?: string): Promise<unknown> {
  return call('/email-otp/request-email-change', { newEmail }, captchaHeaders(solution));
}

export function changeEmail(newEmail: string, code: string): Promise<unknown> {
  return call('/email-otp/change-email', { newEmail, otp: code });
}

export function deleteAccount(): Promise<unknown> {
  return call('/delete-user', {});
}
