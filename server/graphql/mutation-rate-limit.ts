/** Limits mutations per user or client address. Counted in memory, per instance. */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 60;

/** A limiter of `perMinute` mutations for each key. */
export function createMutationRateLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });

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
