/** Rejects requests by their headers, before their body is read. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';

type Rejection = {
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
  return ({ headers }: IncomingMessage): Rejection | undefined => {
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
  return function findRejection(incoming: IncomingMessage): Rejection | undefined {
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
