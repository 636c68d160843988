/** Rejects requests before looking at their document, and lets other origins send those with an access token. */
import { wrongTokens } from '#server/auth/limits/rules.ts';
import {
  acceptedForms,
  hasMisplacedToken,
  hasPlacedToken,
  hasTwoTokens,
  isTokenOnly,
  readToken,
} from '#server/features/access-token/credentials.ts';
import { graphqlErrorResponse, type Rejection } from '#server/graphql/errors.ts';
import { isCrossSite, refusalHeaders } from '#server/http/headers.ts';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';

export function findGraphqlRejection(
  method: string | undefined,
  headers: Headers,
  settings: Settings,
): Rejection | undefined {
  // First: a request with a misplaced token is never treated as anonymous.
  if (hasMisplacedToken(headers)) return misplacedToken;
  const rejection = findMethodRejection(method, headers, settings);
  if (rejection) return rejection;
  if (headers.get('idempotency-key') !== null) return idempotencyKey;
  if (!hasPlacedToken(headers)) return undefined;
  if (hasTwoTokens(headers)) return twoTokens;
  return readToken(headers) ? undefined : invalidToken;
}

function findMethodRejection(
  method: string | undefined,
  headers: Headers,
  { origins }: Settings,
): Rejection | undefined {
  if (method === 'POST') {
    if (isCrossSite(headers, origins) && !isTokenOnly(headers)) {
      return {
        status: 403,
        code: 'FORBIDDEN',
        message: 'Cross-site requests are rejected.',
        event: 'malicious_cross_site',
      };
    }
    if (!/^application\/json\s*([;,]|$)/i.test(headers.get('content-type') ?? '')) {
      const message = 'Send JSON, with the content type application/json.';
      return { status: 415, code: 'BAD_REQUEST', message };
    }
  } else if (method !== 'GET') {
    const message = 'Use POST, or GET for queries.';
    return { status: 405, code: 'BAD_REQUEST', message, headers: { allow: 'GET, POST' } };
  }
  return undefined;
}

/** Executing such a request could repeat a mutation whose client relies on the header. */
const idempotencyKey: Rejection = {
  status: 400,
  code: 'BAD_REQUEST',
  message:
    'The header Idempotency-Key is no longer supported. Choose the `id` of the record in the input of its mutation: sent again, it returns the record.',
};

const twoTokens: Rejection = {
  status: 400,
  code: 'BAD_REQUEST',
  message: 'The request carries two different access tokens.',
  headers: { 'www-authenticate': 'Bearer error="invalid_request"' },
};

/** For a token in an unsupported place. */
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
  headers: refusalHeaders(wrongTokens, wait),
  event: 'excess_rate_limit_exceeded',
});

/** Creates a rejection's response. Logs security events. */
export function toResponse(
  { status, code, message, headers, event }: Rejection,
  log: Log,
): Response {
  if (event) securityEvent(log, event, code);
  return graphqlErrorResponse(status, code, message, headers);
}

const anyOrigin = { 'access-control-allow-origin': '*' };

/** Response headers exposed in addition to the CORS-safelisted ones. */
const exposed = {
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
};

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Accept, Accept-Language, Authorization, Content-Type, X-Api-Key, X-Include-Cost',
  // Two hours, the maximum in Chromium.
  'access-control-max-age': '7200',
};

export const isPreflight = (method: string | undefined, headers: Headers) =>
  method === 'OPTIONS' &&
  headers.get('origin') !== null &&
  /(^|[,\s])(authorization|x-api-key)([,\s]|$)/i.test(
    headers.get('access-control-request-headers') ?? '',
  );

/**
 * CORS headers for pages of other origins that send an access token and no cookies. Credentials aren't allowed, so such
 * a page can never use a session.
 */
export function crossOriginHeaders(method: string | undefined, headers: Headers) {
  if (headers.get('origin') === null) return {};
  if (isPreflight(method, headers)) return { ...anyOrigin, ...preflight };
  return isTokenOnly(headers) ? { ...anyOrigin, ...exposed } : {};
}
