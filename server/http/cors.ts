/**
 * CORS for programs in pages of other origins, which send an access token and no cookies. Without
 * credentials, so that such a page can never use a session.
 */
import type { MiddlewareHandler } from 'hono';
import { hasToken } from '#server/auth/access-tokens/credentials.ts';
import type { HeaderReader } from './headers.ts';

const anyOrigin = { 'access-control-allow-origin': '*' };

/** Headers of answers that pages may read, besides those that they always may. */
const exposed = {
  'access-control-expose-headers':
    'RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id, Idempotency-Replayed',
};

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'Accept, Accept-Language, Authorization, Content-Type, Idempotency-Key, X-Api-Key, X-Include-Cost',
  // Two hours, the most that Chromium keeps.
  'access-control-max-age': '7200',
};

/** Whether a request is authenticated by an access token only: it may come from any origin. */
export function isTokenOnly(headers: HeaderReader): boolean {
  return hasToken(headers) && headers.get('cookie') === null;
}

/** Whether a browser asks if a page may send a token. */
function isPreflight(method: string, headers: HeaderReader): boolean {
  const asked = headers.get('access-control-request-headers') ?? '';
  return method === 'OPTIONS' && /(^|[,\s])(authorization|x-api-key)([,\s]|$)/i.test(asked);
}

/** Lets pages of other origins send requests with a token and read the answers. */
export const allowTokensFromAnywhere: MiddlewareHandler = async (context, next) => {
  const { method, headers } = context.req.raw;
  if (headers.get('origin') === null) return next();
  if (isPreflight(method, headers)) return context.body(null, 204, { ...anyOrigin, ...preflight });
  await next();
  if (!isTokenOnly(headers)) return;
  for (const [name, value] of Object.entries({ ...anyOrigin, ...exposed })) {
    context.header(name, value);
  }
};
