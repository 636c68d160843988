import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { Settings } from '#server/settings.ts';

/** Passes the client's IP address to better-auth. */
export const clientAddressHeader = 'x-atrium-client-address';

export type HeaderReader = Pick<Headers, 'get'> & {
  entries(): Iterable<[name: string, value: string]>;
};

/** Reads the headers of a raw Node request. */
export function readerOf({ headers }: IncomingMessage): HeaderReader {
  return {
    get: (name) => headers[name]?.toString() ?? null,
    *entries() {
      for (const [name, value] of Object.entries(headers)) if (value) yield [name, String(value)];
    },
  };
}

/** Copies the headers of a raw Node request, and adds the client's address for better-auth. */
export function toHeaders({ headers }: IncomingMessage, address: string | undefined): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value) copy.set(name, value.toString());
  setClientAddress(copy, address);
  return copy;
}

/** Only the server sets this header. Discards a value sent by the client. */
export function setClientAddress(headers: Headers, address: string | undefined): void {
  headers.delete(clientAddressHeader);
  if (address) headers.set(clientAddressHeader, address);
}

/** Whether a header was sent twice, which parsers resolve differently. */
export function hasRepeatedHeader({ headers, rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.length !== 2 * Object.keys(headers).length;
}

/** Headers that list preferences: an entry can add more than a hundred times its size to the response. */
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

/**
 * Whether a page of another site sent the request, judged by Origin or else Sec-Fetch-Site (OWASP
 * Cross-Site Request Forgery Prevention). Programs send neither header and pass.
 */
export function isCrossSite(headers: HeaderReader, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null) return !origins.includes(origin);
  // `same-site` is rejected too: `__Host-` cookies belong to one host.
  return !['same-origin', 'none', null].includes(headers.get('sec-fetch-site'));
}

/** Returns all values of the cookie, since another site may have set one of them. */
export function readCookieValues(headers: Headers, name: string): string[] {
  return (headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value ? [value] : [];
  });
}

/** Prefix of all cookie names. Only this host can set `__Host-` cookies, over https (RFC 6265bis 4.1.3.2). */
export function cookiePrefix({ secure }: Settings): string {
  return secure ? '__Host-atrium' : 'atrium';
}

/** Whether one of our cookies is sent twice: the effective one would depend on the parser. */
export function hasDuplicateCookie(headers: HeaderReader, settings: Settings): boolean {
  const prefix = `${cookiePrefix(settings)}.`;
  const cookies = headers.get('cookie') ?? '';
  // Fast path: most requests have at most one.
  if (cookies.indexOf(prefix) === cookies.lastIndexOf(prefix)) return false;
  const names = cookies
    .split(';')
    .map((pair) => (pair.split('=', 1)[0] ?? '').trim())
    .filter((name) => name.startsWith(prefix));
  return new Set(names).size < names.length;
}
