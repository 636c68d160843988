/** The calls that change an account beyond what the GraphQL API does. */
import { call } from '#client/features/auth/auth-api.ts';

/** Mails a code to the new address. The answer is the same whether or not somebody uses it. */
export function requestEmailChange(newEmail: string): Promise<unknown> {
  return call('/email-otp/request-email-change', { newEmail });
}

/** Makes `newEmail` one's own with the code that was mailed there. */
export function changeEmail(newEmail: string, code: string): Promise<unknown> {
  return call('/email-otp/change-email', { newEmail, otp: code });
}

/** Deletes the account of whoever is signed in. */
export function deleteAccount(): Promise<unknown> {
  return call('/delete-user', {});
}
