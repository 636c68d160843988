/** Calls the auth endpoints with `fetch`: better-auth's client is larger than the login page. */
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { ApiError, responseError, toApiError } from '#client/lib/errors.ts';
import { postJson } from '#client/lib/post-json.ts';
import { withFreshSession } from '#client/lib/reauthentication.ts';
import { limits } from '#shared/limits.ts';
import type { Solution } from './challenge.tsx';

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
  if (!navigator.cookieEnabled) throw new ApiError('COOKIES_BLOCKED');
  return withFreshSession(async () => {
    const { response, data } = await postJson(`/api/auth${path}`, body, headers);
    return requireOk(response, data);
  });
}

/** The last code that this page requested. */
let lastSent: { email: string; sentAt: number } | undefined;

/** `isRefused`: the server sent none, because it sent one at that time. That may be used up, or for another browser. */
export type SentCode = { sentAt: number; isRefused?: true };

/** A code of this page that is on its way and can't be replaced yet. */
export function findSentCode(email: string): SentCode | undefined {
  const isRecent = lastSent && Date.now() - lastSent.sentAt < limits.codeResendSeconds * 1_000;
  return isRecent && lastSent?.email === email ? { sentAt: lastSent.sentAt } : undefined;
}

/** The address that the last code was sent to, until it is used. */
export const lastEmail = (): string | undefined => lastSent?.email;

export async function enterCode(path: string, entered: { email?: string; otp: string }) {
  await call(path, entered);
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

/** Sends a code unless the last one was sent too recently to be replaced. */
export async function requestCode(
  email: string,
  solve: () => Promise<Solution>,
): Promise<SentCode> {
  const sent = findSentCode(email);
  if (sent) return sent;
  try {
    await sendCode(email, await solve());
    return { sentAt: Date.now() };
  } catch (error) {
    const { code, retryAfter = Number.POSITIVE_INFINITY } = toApiError(error);
    const elapsedSeconds = limits.codeResendSeconds - retryAfter;
    if (code !== 'RATE_LIMITED' || elapsedSeconds < 0) throw error;
    return { sentAt: Date.now() - elapsedSeconds * 1_000, isRefused: true };
  }
}
