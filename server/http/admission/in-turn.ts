/**
 * Makes clients take turns on routes that don't need a database slot: pages, files, guides, health
 * checks. Each request is cheap, but many together would delay other clients.
 */
import type { Admission } from '@atrium/fair-admission';
import { retryAfter } from '@atrium/fair-admission/rejection';
import type { MiddlewareHandler } from 'hono';
import { healthPaths } from '#server/http/readiness.ts';
import type { AppEnvironment } from '#server/http/request-log.ts';
import { busyMessage } from './admission-middleware.ts';
import type { ClientIdentity } from './client-identity.ts';

export function createInTurn(
  admission: Admission | undefined,
  identity: ClientIdentity,
): MiddlewareHandler<AppEnvironment> {
  return async (context, next) => {
    const { incoming } = context.env ?? {};
    if (!admission || !incoming) return next();
    const slot = await admission.acquire(identity.of(incoming).client);
    // A load balancer would remove a busy instance.
    if (!slot && !healthPaths.has(context.req.path)) {
      return context.text(busyMessage, 503, { 'retry-after': retryAfter() });
    }
    try {
      await next();
    } finally {
      slot?.release();
    }
  };
}
