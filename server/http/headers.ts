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

export type Policy = {
  name: string;
  limit: number;
  /** Undefined for concurrency limits. */
  windowSeconds?: number;
};

export type Quota = Policy & {
  remaining: number;
  /** Until more becomes available. */
  resetSeconds: number;
};

const policyText = ({ name, limit, windowSeconds }: Policy) =>
  `"${name}";q=${limit}${windowSeconds === undefined ? '' : `;w=${windowSeconds}`}`;

const quotaText = ({ name, remaining, resetSeconds }: Quota) =>
  `"${name}";r=${remaining};t=${Math.ceil(resetSeconds)}`;

/**
 * The headers `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11): for the remaining `quotas`, and
 * for the policies of `others`, which also apply.
 */
export function rateLimitHeaders(quotas: readonly Quota[], others: readonly Policy[] = []) {
  return {
    'ratelimit-policy': [...quotas, ...others].map(policyText).join(', '),
    ratelimit: quotas.map(quotaText).join(', '),
  };
}

export const exhausted = (policy: Policy, seconds: number): Quota => ({
  ...policy,
  remaining: 0,
  resetSeconds: seconds,
});

export const refusalHeaders = (policy: Policy, seconds: number): Record<string, string> => ({
  'retry-after': String(seconds),
  ...rateLimitHeaders([exhausted(policy, seconds)]),
});
