/** Calls the auth endpoints with `fetch`: better-auth's client is larger than the login page. */
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { responseError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';
import { withFreshSession } from '#client/lib/reauthentication.ts';
import type { Solution } from './challenge.ts';

/** @throws {ApiError} with the code of a rejected request */
export function requireOk(response: Response, data: unknown): unknown {
  if (response.ok) return data;
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

/**
 * Emails a sign-in code. The response doesn't reveal whether the email is registered.
 *
 * @param solution headers with the solution of a challenge
 */
export function sendCode(email: string, solution: Solution): Promise<unknown> {
  return call('/email-otp/send-verification-otp', { email, type: 'sign-in' }, solution);
}
