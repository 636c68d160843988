/** Rules for the Host header. */
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';

/** Rejects requests with two Host headers, which a proxy could read differently (RFC 9112 3.2). */
export const requireSingleHost: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (
  context,
  next,
) => {
  const hosts = context.env?.incoming?.headersDistinct?.host?.length ?? 1;
  if (hosts > 1) return context.json({ code: 'BAD_REQUEST' }, 400, { connection: 'close' });
  return next();
};

/** The names that local mode answers to. */
const localHosts = ({ origins }: Settings) => [
  ...new Set(origins.map((origin) => new URL(origin).host)),
];

/** Returns a function that tells whether requests to a name are answered. */
export function createHostCheck(settings: Settings): (host: string | undefined) => boolean {
  if (settings.mode !== 'local') return () => true;
  const allowed = new Set(localHosts(settings));
  return (host) => allowed.has(host?.toLowerCase() ?? '');
}

/**
 * In local mode, rejects requests to foreign names with 421 Misdirected Request (RFC 9110 15.5.20).
 * A page whose name resolves to this machine (DNS rebinding) would otherwise share the origin of
 * /dev/inbox and read the sign-in codes there. Production serves any Host: nothing is readable
 * without a session, and links use BASE_URL.
 */
export function requireLocalHost(settings: Settings, log: Log): MiddlewareHandler {
  const isAllowed = createHostCheck(settings);
  const message = `The Host header must be one of ${localHosts(settings).join(', ')}.`;
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    if (isAllowed(host)) return next();
    securityEvent(log, 'malicious_cross_site', 'BAD_REQUEST');
    return context.json({ code: 'BAD_REQUEST', message }, 421);
  };
}
