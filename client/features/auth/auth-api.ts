/**
 * The calls that move a session. Three fetches do not need better-auth's client, which would weigh
 * more than the login page.
 */
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { responseError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';

/** Calls a door of better-auth; what it rejects is thrown as an `ApiError` with its code. */
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

/** The headers that carry the captcha's answer. */
export function captchaHeaders(solution: string | undefined): Record<string, string> {
  return solution ? { 'x-captcha-response': solution } : {};
}

/**
 * Mails a code to `email`. The answer is the same whether or not we know the address.
 *
 * @param solution what the captcha gave, where there is one
 */
export function sendCode(email: string, solution?: string): Promise<unknown> {
  return call(
    '/email-otp/send-verification-otp',
    { email, type: 'sign-in' },
    captchaHeaders(solution),
  );
}

/** Signs in with the code that was mailed. */
export function verifyCode(email: string, code: string): Promise<unknown> {
  return call('/sign-in/email-otp', { email, otp: code });
}

/** Ends the session. */
export function endSession(): Promise<unknown> {
  return call('/sign-out', {});
}
