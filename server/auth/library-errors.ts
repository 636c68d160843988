/** Maps better-auth's errors to our error codes. Some of its errors have no code. */
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';
import { impersonationErrors } from './impersonation/errors.ts';

type ErrorAnswer = { status: number; code: string };
type OurCode = ApiErrorCode | UserErrorCode | 'SESSION_EXPIRED';

const codesByMessage: Readonly<Record<string, { status: number; code: OurCode }>> = {
  ...impersonationErrors,
};

/** For unique constraints that the library checks before it inserts, which concurrent requests pass. */
export const codesByConstraint: Readonly<Record<string, string>> = {
  passkey_credentialID_key: 'PREVIOUSLY_REGISTERED',
};

const statusCodes: Readonly<Record<number, OurCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

function codeOfStatus(status: number): OurCode {
  return statusCodes[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
}

/** Status and code to respond with. `isKnown` returns whether a code has a text. */
export function mapLibraryError(
  status: number,
  content: { code?: unknown; message?: unknown } | null,
  isKnown: (code: string) => boolean,
): ErrorAnswer {
  if (typeof content?.code === 'string' && isKnown(content.code))
    return { status, code: content.code };
  const byMessage =
    typeof content?.message === 'string' ? codesByMessage[content.message] : undefined;
  return byMessage ?? { status, code: codeOfStatus(status) };
}
