/** Calls the auth endpoints with `fetch`: better-auth's client is larger than the login page. */
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { ApiError, responseError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';
import { withFreshSession } from '#client/lib/reauthentication.ts';
import { limits } from '#shared/limits.ts';
import type { Solution } from './challenge.ts';

/**
 * Returns the answer of an endpoint, which is an object. A proxy or the sign-in page of a network may answer 200, too.
 *
 * @throws {ApiError} with the code of a rejected request, `NETWORK_ERROR` if the answer isn't the product's
 */
export function requireOk(response: Response, data: unknown): object {
  if (response.ok && typeof data === 'object' && data !== null) return data;
  if (response.ok) throw new ApiError('NETWORK_ERROR');
  const error = responseError(response, (data ?? {}) as { code?: unknown });
  openDemoDialogOnError(error.code);
  throw error;
}

/**
 * Calls an endpoint of `/api/auth`. Opens the dialog for a proof of identity if the endpoint needs one.
 *
 * @throws {ApiError} with the code of a rejected request
 */
export async function call(
  path: string,
  body: object,
  headers?: Record<string, string>,
): Promise<unknown> {
  return withFreshSession(async () => {
    const { response, data } = await postJson(`/api/auth${path}`, body, headers);
    return requireOk(response, data);
  });
}

/** The last code that this page requested. */
let lastSent: { email: string; sentAt: number } | undefined;

/** When a code for signing in was sent that can't be replaced yet, in ms. Undefined for other addresses. */
export function codeSentAt(email: string): number | undefined {
  const isRecent = lastSent && Date.now() - lastSent.sentAt < limits.codeResendSeconds * 1_000;
  return isRecent && lastSent?.email === email ? lastSent.sentAt : undefined;
}

/** The address that the last code was sent to, until it is used. */
export const lastEmail = (): string | undefined => lastSent?.email;

export async function signInWithCode(email: string, otp: string): Promise<void> {
  await call('/sign-in/email-otp', { email, otp });
  lastSent = undefined;
}

/**
 * Emails a sign-in code. The response doesn't reveal whether the email is registered.
 *
 * @param solution headers with the solution of a challenge
 */
export async function sendCode(email: string, solution: Solution): Promise<void> {
  await call('/email-otp/send-verification-otp', { email, type: 'sign-in' }, solution);
  lastSent = { email, sentAt: Date.now() };
}
