import { isTokenOnly } from '#server/auth/access-tokens/credentials.ts';

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
