/** Calls the auth endpoints with `fetch`: better-auth's client is larger than the login page. */
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { responseError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';

/**
 * Calls a better-auth endpoint.
 *
 * @throws {ApiError} with the code of a rejected request
 */
export async function call(
  path: string,
  body: Record<string, string>,
  headers?: Record<string, string>,
): Promise<unknown> {
  const { response, data } = await postJson(`/api/auth${path}`, body, headers);
  if (response.ok) return data;
  const error = responseError(response, (data ?? {}) as { code?: unknown });
  openDemoDialogOnError(error.code);
  throw error;
}

export function captchaHeaders(solution: string | undefined): Record<string, string> {
  return solution ? { 'x-captcha-response': solution } : {};
}

/**
 * Emails a sign-in code. The response doesn't reveal whether the email is registered.
 *
 * @param solution the captcha's solution, if there is a captcha
 */
export function sendCode(email: string, solution?: string): Promise<unknown> {
  return call(
    '/email-otp/send-verification-otp',
    { email, type: 'sign-in' },
    captchaHeaders(solution),
  );
}
