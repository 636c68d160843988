/** Checks the Host header and, in local mode, whether the request was forwarded. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';

/** Rejects requests with two Host headers, which a proxy could resolve differently (RFC 9112 3.2). */
export const requireSingleHost: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (
  context,
  next,
) => {
  const hosts = context.env?.incoming?.headersDistinct?.host?.length ?? 1;
  if (hosts > 1) return context.json({ code: 'BAD_REQUEST' }, 400, { connection: 'close' });
  return next();
};

const localHosts = ({ origins }: Settings) => [
  ...new Set(origins.map((origin) => new URL(origin).host)),
];

/** Headers that proxies and tunnels add to forwarded requests. */
const forwarding =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-(connecting-ip|ray)|x-original-.+|x-envoy-.+)$/;

type Rejection = { status: 403 | 421; code: 'FORBIDDEN' | 'BAD_REQUEST'; message: string };

/**
 * Returns a function that says why local mode rejects a request. `names` are its header names.
 *
 * A page whose name resolves to this machine (DNS rebinding) would share the origin of /dev/inbox and could read
 * sign-in codes, so other hosts get 421 Misdirected Request (RFC 9110 15.5.20). A proxy or tunnel would expose the
 * inbox to everyone who reaches it, even if it rewrites Host. Production accepts any Host: nothing is readable without
 * a session, and links use BASE_URL.
 */
export function createLocalCheck(settings: Settings) {
  if (settings.mode !== 'local') return () => undefined;
  const hosts = localHosts(settings);
  // TRUSTED_PROXIES requires SMTP_URL (settings.ts), so there is no inbox to read.
  const mayBeForwarded = settings.trustedProxies.length > 0;
  return (host: string | undefined, names: Iterable<string>): Rejection | undefined => {
    if (!hosts.includes(host?.toLowerCase() ?? '')) {
      const message = `The Host header must be one of ${hosts.join(', ')}.`;
      return { status: 421, code: 'BAD_REQUEST', message };
    }
    if (mayBeForwarded || ![...names].some((name) => forwarding.test(name))) return undefined;
    const message =
      'Local mode answers no forwarded requests. Open it on its own machine, or set NODE_ENV=production and the settings that it requires.';
    return { status: 403, code: 'FORBIDDEN', message };
  };
}

export function requireLocalRequest(settings: Settings, log: Log): MiddlewareHandler {
  const findRejection = createLocalCheck(settings);
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    const rejection = findRejection(host, context.req.raw.headers.keys());
    if (!rejection) return next();
    const { status, code, message } = rejection;
    securityEvent(log, 'malicious_cross_site', code);
    return context.json({ code, message }, status);
  };
}
