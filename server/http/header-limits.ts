/** Limits headers that list preferences: an entry can add more than a hundred times its size to the response. */
import type { MiddlewareHandler } from 'hono';
import type { HeaderReader } from './headers.ts';

const lists = ['accept', 'accept-encoding', 'accept-language', 'access-control-request-headers'];
/** Browsers send at most 200 bytes and ten entries. */
export const listLimits = { length: 1_024, entries: 20 };

const message = `Headers such as Accept have at most ${listLimits.length} bytes and ${listLimits.entries} entries.`;

export function hasLongList(headers: HeaderReader): boolean {
  return lists.some((name) => {
    const value = headers.get(name);
    if (value === null || value.length < 2 * listLimits.entries) return false;
    return value.length > listLimits.length || value.split(',').length > listLimits.entries;
  });
}

/** Rejects such requests with 431 Request Header Fields Too Large (RFC 6585 5). */
export const requireShortLists: MiddlewareHandler = async (context, next) => {
  if (!hasLongList(context.req.raw.headers)) return next();
  return context.json({ code: 'BAD_REQUEST', message }, 431);
};
