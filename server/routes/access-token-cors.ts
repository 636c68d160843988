/**
 * CORS for pages of other origins that send an access token and no cookies. Credentials aren't
 * allowed, so such a page can never use a session.
 */
import type { MiddlewareHandler } from 'hono';
import { isTokenOnly } from '#server/auth/access-tokens/credentials.ts';
import type { HeaderReader } from '#server/http/headers.ts';

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

function isPreflight(method: string, headers: HeaderReader): boolean {
  const asked = headers.get('access-control-request-headers') ?? '';
  return method === 'OPTIONS' && /(^|[,\s])(authorization|x-api-key)([,\s]|$)/i.test(asked);
}

/** Allows pages of other origins to send requests with an access token and read the responses. */
export const allowAccessTokensFromAnywhere: MiddlewareHandler = async (context, next) => {
  const { method, headers } = context.req.raw;
  if (headers.get('origin') === null) return next();
  if (isPreflight(method, headers)) return context.body(null, 204, { ...anyOrigin, ...preflight });
  await next();
  if (!isTokenOnly(headers)) return;
  for (const [name, value] of Object.entries({ ...anyOrigin, ...exposed })) {
    context.header(name, value);
  }
};
