import { Hono, type MiddlewareHandler } from 'hono';
import type { Database } from '#server/database/client.ts';

/**
 * Health checks, and what they say while the process ends. `isComplete` tells whether all processes that
 * share the port listen.
 */
export function createReadiness(database: Database, isComplete: () => boolean) {
  let draining = false;
  const isReachable = () =>
    database.$queryRaw`SELECT 1`.then(
      () => true,
      () => false,
    );
  const healthChecks = new Hono();
  healthChecks.get('/healthz', (context) => context.text('ok'));
  healthChecks.get('/readyz', async (context) => {
    const isReady = !draining && isComplete() && (await isReachable());
    return context.text(isReady ? 'ready' : 'not ready', isReady ? 200 : 503);
  });

  /** While draining, makes clients with a kept connection open the next one to another instance. */
  const closeWhenDraining: MiddlewareHandler = async (context, next) => {
    await next();
    if (draining) context.header('connection', 'close');
  };

  return {
    healthChecks,
    closeWhenDraining,
    isDraining: () => draining,
    /** From now on /readyz answers 503. */
    drain(): void {
      draining = true;
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;
