import { Hono, type MiddlewareHandler } from 'hono';
import type { Database } from '#server/database/client.ts';

/** Answered under any load. */
export const healthPaths = new Set(['/healthz', '/readyz']);

/**
 * Health checks, which fail readiness during shutdown. `isComplete` returns whether all processes
 * that share the port are listening.
 */
export function createReadiness(database: Database, isComplete: () => boolean) {
  let draining = false;
  /** Shared by concurrent requests. */
  let reaching: Promise<boolean> | undefined;
  const isReachable = () => {
    reaching ??= database.$queryRaw`SELECT 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => (reaching = undefined));
    return reaching;
  };
  const healthChecks = new Hono();
  healthChecks.get('/healthz', (context) => context.text('ok'));
  healthChecks.get('/readyz', async (context) => {
    if (draining) return context.text('draining', 503);
    const isReady = isComplete() && (await isReachable());
    return context.text(isReady ? 'ready' : 'not ready', isReady ? 200 : 503);
  });

  /** While draining, closes kept-alive connections so that clients reconnect to another instance. */
  const closeWhenDraining: MiddlewareHandler = async (context, next) => {
    await next();
    if (draining) context.header('connection', 'close');
  };

  return {
    healthChecks,
    closeWhenDraining,
    isDraining: () => draining,
    /** Makes /readyz answer 503 from now on. */
    drain(): void {
      draining = true;
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;
