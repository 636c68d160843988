/**
 * How often one person or one address may write. Counted in this process's memory: each instance
 * grants its own budget.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const windowSeconds = 60;

/** A budget of `perMinute` writes for each key. */
export function createMutationRateLimit(perMinute: number) {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });

  /** Takes `writes` of the budget. Returns the seconds to wait if it is spent, otherwise undefined. */
  return async function spend(key: string, writes = 1): Promise<number | undefined> {
    try {
      await limiter.consume(key, writes);
      return undefined;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      // What was refused costs nothing.
      await limiter.reward(key, writes);
      return Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
    }
  };
}

export type MutationRateLimit = ReturnType<typeof createMutationRateLimit>;
