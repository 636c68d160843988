import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Database } from '#server/database/client.ts';

/** Answered under any load. */
export const healthPaths = new Set(['/healthz', '/readyz']);

/** Load balancers may wait for only a second. */
const reachMs = 500;

/**
 * Health checks, which fail readiness during shutdown. `isComplete` returns whether all processes
 * that share the port are listening.
 */
export function createReadiness(database: Database, isComplete: () => boolean) {
  let draining = false;
  /** Shared by concurrent requests. A statement that hangs outlives the answer. */
  let reaching: Promise<boolean> | undefined;
  const isReachable = () => {
    reaching ??= database.$queryRaw`SELECT 1`
      .then(
        () => true,
        () => false,
      )
      .finally(() => (reaching = undefined));
    return Promise.race([reaching, sleep(reachMs, false, { ref: false })]);
  };
  const healthChecks = new Hono();
  healthChecks.get('/healthz', (context) => context.text('ok'));
  healthChecks.get('/readyz', async (context) => {
    if (draining) return context.text('draining', 503);
    if (!isComplete()) return context.text('not ready', 503);
    // 200 in both cases: docs/decisions/034-ready-without-database.md.
    return context.text((await isReachable()) ? 'ready' : 'database unreachable');
  });

  return {
    healthChecks,
    isDraining: () => draining,
    /** Makes /readyz answer 503 from now on. */
    drain(): void {
      draining = true;
    },
  };
}

export type Readiness = ReturnType<typeof createReadiness>;
