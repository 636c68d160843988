/** What the headers of requests say, which of them reject a request before its body is read, and headers of limits. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
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

type HeaderRejection = {
  status: number;
  body: { code: string; message?: string };
  headers?: Record<string, string>;
};

/** Headers that list preferences: an entry can add more than a hundred times its size to the response. */
const lists = ['accept', 'accept-encoding', 'accept-language', 'access-control-request-headers'];
/** Browsers send at most 200 bytes and ten entries. */
export const listLimits = { length: 1_024, entries: 20 };

const listMessage = `Headers such as Accept have at most ${listLimits.length} bytes and ${listLimits.entries} entries.`;

function hasLongList({ headers }: IncomingMessage): boolean {
  return lists.some((name) => {
    const value = headers[name]?.toString() ?? '';
    if (value.length < 2 * listLimits.entries) return false;
    return value.length > listLimits.length || value.split(',').length > listLimits.entries;
  });
}

/** Headers that proxies and tunnels add to forwarded requests. */
const forwarding =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-(connecting-ip|ray)|x-original-.+|x-envoy-.+)$/;

/**
 * Returns a function that says why local mode rejects a request.
 *
 * A page whose name resolves to this machine (DNS rebinding) would share the origin of /dev/inbox and could read
 * sign-in codes, so other hosts get 421 Misdirected Request (RFC 9110 15.5.20). A proxy or tunnel would expose the
 * inbox to everyone who reaches it, even if it rewrites Host. Production accepts any Host: nothing is readable without
 * a session, and links use BASE_URL.
 */
function createLocalCheck({ mode, origins, trustedProxies }: Settings) {
  const hosts = [...new Set(origins.map((origin) => new URL(origin).host))];
  // TRUSTED_PROXIES requires SMTP_URL (settings.ts), so there is no inbox to read.
  const mayBeForwarded = trustedProxies.length > 0;
  return ({ headers }: IncomingMessage): HeaderRejection | undefined => {
    if (mode !== 'local') return undefined;
    if (!hosts.includes(headers.host?.toLowerCase() ?? '')) {
      const message = `The Host header must be one of ${hosts.join(', ')}.`;
      return { status: 421, body: { code: 'BAD_REQUEST', message } };
    }
    if (mayBeForwarded || !Object.keys(headers).some((name) => forwarding.test(name))) {
      return undefined;
    }
    const message =
      'Local mode answers no forwarded requests. Open it on its own machine, or set NODE_ENV=production and the settings that it requires.';
    return { status: 403, body: { code: 'FORBIDDEN', message } };
  };
}

export function createChecks(settings: Settings, log: Log) {
  const findLocalRejection = createLocalCheck(settings);
  return function findRejection(incoming: IncomingMessage): HeaderRejection | undefined {
    // A proxy could resolve two Host headers differently (RFC 9112 3.2).
    if ((incoming.headersDistinct.host?.length ?? 1) > 1) {
      return { status: 400, body: { code: 'BAD_REQUEST' }, headers: { connection: 'close' } };
    }
    // It would echo credentials, and no `Request` can have it.
    if (incoming.method === 'TRACE') {
      return { status: 405, body: { code: 'BAD_REQUEST' }, headers: { allow: 'GET, HEAD, POST' } };
    }
    if (hasLongList(incoming)) {
      return { status: 431, body: { code: 'BAD_REQUEST', message: listMessage } };
    }
    const rejection = findLocalRejection(incoming);
    if (rejection) securityEvent(log, 'malicious_cross_site', rejection.body.code);
    return rejection;
  };
}
