/** Rejects requests before looking at their document. */
import {
  acceptedForms,
  hasMisplacedToken,
  hasPlacedToken,
  hasTwoTokens,
  isTokenOnly,
  readToken,
} from '#server/auth/access-tokens/credentials.ts';
import { wrongTokenPolicy } from '#server/auth/access-tokens/wrong-tokens.ts';
import { isCrossSite } from '#server/http/csrf.ts';
import type { HeaderReader } from '#server/http/headers.ts';
import { refusalHeaders } from '#server/http/rate-limit-headers.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';
import type { ApiErrorCode } from '#shared/errors.ts';

/** GraphQL error response for a request without a valid operation. */
export function refuse(
  status: number,
  code: ApiErrorCode,
  message: string,
  headers = {},
): Response {
  const requestId = currentRequest()?.requestId;
  return Response.json(
    { errors: [{ message, extensions: { code, requestId } }] },
    { status, headers },
  );
}

type Rejection = {
  status: number;
  code: ApiErrorCode;
  message: string;
  headers?: Record<string, string>;
  event?: SecurityEvent;
};

export function findRejection(
  method: string | undefined,
  headers: HeaderReader,
  { origins }: Settings,
): Rejection | undefined {
  if (hasMisplacedToken(headers)) return misplacedToken;
  if (method === 'POST') {
    if (isCrossSite(headers, origins) && !isTokenOnly(headers)) {
      return {
        status: 403,
        code: 'FORBIDDEN',
        message: 'Cross-site requests are rejected.',
        event: 'malicious_cross_site',
      };
    }
    if (!/^application\/json\b/i.test(headers.get('content-type') ?? '')) {
      const message = 'Send JSON, with the content type application/json.';
      return { status: 415, code: 'BAD_REQUEST', message };
    }
  } else if (method !== 'GET') {
    const message = 'Use POST, or GET for queries.';
    return { status: 405, code: 'BAD_REQUEST', message, headers: { allow: 'GET, POST' } };
  }
  if (!hasPlacedToken(headers)) return undefined;
  if (hasTwoTokens(headers)) return twoTokens;
  return readToken(headers) ? undefined : invalidToken;
}

const twoTokens: Rejection = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The request carries two different access tokens.',
  headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
};

/** For a token in an unsupported place. The request is never treated as anonymous. */
export const misplacedToken = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: `Send the access token as ${acceptedForms}.`,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  event: 'authn_login_fail',
} satisfies Rejection;

/** For malformed, unknown, expired and revoked tokens, and tokens of banned owners. */
export const invalidToken: Rejection = {
  status: 401,
  code: 'UNAUTHENTICATED',
  message: `The access token is malformed, unknown, expired or revoked. Send it as ${acceptedForms}.`,
  headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  event: 'authn_login_fail',
};

/** For networks that sent too many wrong tokens, for `wait` seconds. */
export const tooManyWrongTokens = (wait: number): Rejection => ({
  status: 429,
  code: 'RATE_LIMITED',
  message: `Too many wrong access tokens from this network. Try again in ${wait} seconds.`,
  headers: refusalHeaders(wrongTokenPolicy, wait),
  event: 'excess_rate_limit_exceeded',
});

/** Creates a rejection's response. Logs security events. */
export function toResponse(
  { status, code, message, headers, event }: Rejection,
  log: Log,
): Response {
  if (event) securityEvent(log, event, code);
  return refuse(status, code, message, headers);
}
