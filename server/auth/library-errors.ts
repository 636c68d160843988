/** What better-auth's refusals mean in the terms of our catalogue: not all of them carry a code. */
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';

type ErrorAnswer = { status: number; code: string };
type OurCode = ApiErrorCode | UserErrorCode | 'SESSION_EXPIRED';

/** Refusals that the library words but gives no code, by their sentence. */
const sentences: Readonly<Record<string, { status: number; code: OurCode }>> = {
  'Email already in use': { status: 400, code: 'EMAIL_ALREADY_USED' },
  'Email is the same': { status: 400, code: 'EMAIL_ALREADY_USED' },
  'You are not impersonating anyone': { status: 400, code: 'BAD_REQUEST' },
  // The manager's session, or its cookie, is gone: an end like any other of a session.
  'Failed to find user': { status: 401, code: 'SESSION_EXPIRED' },
  'Failed to find admin session': { status: 401, code: 'SESSION_EXPIRED' },
};

const statusCodes: Readonly<Record<number, OurCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

/** The code for a refusal of which no more than its status is known. */
function codeOfStatus(status: number): OurCode {
  return statusCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
}

/**
 * The status and the code to answer with when better-auth refuses.
 *
 * @param isKnown whether there is a text for a code
 */
export function mapLibraryError(
  status: number,
  said: { code?: unknown; message?: unknown } | null,
  isKnown: (code: string) => boolean,
): ErrorAnswer {
  if (typeof said?.code === 'string' && isKnown(said.code)) return { status, code: said.code };
  const worded = typeof said?.message === 'string' ? sentences[said.message] : undefined;
  return worded ?? { status, code: codeOfStatus(status) };
}
