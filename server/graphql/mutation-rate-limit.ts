/** Limits mutations per user or client address. Counted in memory, for all processes of an instance. */
import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 60;
/** How long the primary process may take to count. It does little else. */
const timeoutMs = 1_000;

/** A limiter of `perMinute` mutations for each key. */
export function createMutationRateLimit(perMinute: number) {
  const limit = { keyPrefix: 'mutations', points: perMinute, duration: windowSeconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...limit, timeoutMs })
    : new RateLimiterMemory(limit);

  /** Counts `writes` mutations. Returns the seconds to wait if that exceeds the limit, otherwise undefined. */
  return async function spend(key: string, writes = 1): Promise<number | undefined> {
    try {
      await limiter.consume(key, writes);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // Rejected mutations do not count.
      await limiter.reward(key, writes);
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    }
  };
}

export type MutationRateLimit = ReturnType<typeof createMutationRateLimit>;
