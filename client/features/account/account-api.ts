/** Account endpoints outside the GraphQL API. */
import { call } from '#client/features/auth/auth-api.ts';
import type { Solution } from '#client/features/auth/challenge.ts';

/**
 * Emails a code to the new address. The response doesn't reveal whether it is already in use.
 *
 * @param solution headers with the solution of a challenge
 */
export function requestEmailChange(newEmail: string, solution: Solution): Promise<unknown> {
  return call('/email-otp/request-email-change', { newEmail }, solution);
}

export function changeEmail(newEmail: string, code: string): Promise<unknown> {
  return call('/email-otp/change-email', { newEmail, otp: code });
}

export function deleteAccount(): Promise<unknown> {
  return call('/delete-user', {});
}
