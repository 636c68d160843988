/** Limits mutations per person or network. Counts in memory, across all processes of an instance. */
import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Policy, Quota } from '#server/http/rate-limit-headers.ts';

const windowSeconds = 60;
const timeoutMs = 1_000;

export type Spent = { quota: Quota; retryAfter?: number };

export const mutationPolicy = (perMinute: number): Policy => ({
  name: 'mutations',
  limit: perMinute,
  windowSeconds,
});

export function createMutationRateLimit(perMinute: number) {
  const limit = { keyPrefix: 'mutations', points: perMinute, duration: windowSeconds };
  const limiter = cluster.isWorker
    ? new RateLimiterCluster({ ...limit, timeoutMs })
    : new RateLimiterMemory(limit);

  function quotaOf(used: number, msBeforeNext: number): Quota {
    const remaining = Math.max(0, perMinute - used);
    return { ...mutationPolicy(perMinute), remaining, resetSeconds: msBeforeNext / 1_000 };
  }

  async function spend(key: string, writes = 1): Promise<Spent> {
    try {
      const { consumedPoints, msBeforeNext } = await limiter.consume(key, writes);
      return { quota: quotaOf(consumedPoints, msBeforeNext) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const { consumedPoints, msBeforeNext } = error;
      await limiter.reward(key, writes);
      const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1_000));
      return { quota: quotaOf(consumedPoints - writes, msBeforeNext), retryAfter };
    }
  }

  async function read(key: string): Promise<Quota> {
    const used = await limiter.get(key);
    return quotaOf(used?.consumedPoints ?? 0, used?.msBeforeNext ?? 0);
  }

  return Object.assign(spend, { read });
}

export type MutationRateLimit = ReturnType<typeof createMutationRateLimit>;
