import type { Settings } from '#server/settings.ts';

/** Passes the client's IP address to better-auth. */
export const clientAddressHeader = 'x-atrium-client-address';

/**
 * Whether a page of another site sent the request, judged by Origin or else Sec-Fetch-Site (OWASP
 * Cross-Site Request Forgery Prevention). Programs send neither header and pass.
 */
export function isCrossSite(headers: Headers, origins: readonly string[]): boolean {
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
export function hasDuplicateCookie(headers: Headers, settings: Settings): boolean {
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
