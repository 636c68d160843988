/**
 * Local mode answers to its own names only. A page whose name resolves to this machine (DNS rebinding)
 * would otherwise be of the same origin as /dev/inbox and read the sign-in codes there. In production
 * there is nothing to read without a session, and links use BASE_URL, so any Host is served.
 */
import type { MiddlewareHandler } from 'hono';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';

/** Refuses requests whose Host is not one of ours with 421 Misdirected Request (RFC 9110 15.5.20). */
export function requireLocalHost({ mode, origins }: Settings, log: Log): MiddlewareHandler {
  const own = [...new Set(origins.map((origin) => new URL(origin).host))];
  const message = `The Host header must be one of ${own.join(', ')}.`;
  return async (context, next) => {
    const host = context.req.header('host') ?? new URL(context.req.url).host;
    if (mode !== 'local' || own.includes(host.toLowerCase())) return next();
    securityEvent(log, 'malicious_cross_site', 'BAD_REQUEST');
    return context.json({ code: 'BAD_REQUEST', message }, 421);
  };
}
