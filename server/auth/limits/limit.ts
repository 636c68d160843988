/** Limits counted in memory, in fixed windows, such as points and mutations of the API. */
import cluster from 'node:cluster';
import { RateLimiterCluster, RateLimiterMemory } from 'rate-limiter-flexible';
import type { Quota } from '#server/http/headers.ts';
import type { ClientNetwork } from '#server/network/client-address.ts';
import { type Rule, type RuleName, rulesOf } from './rules.ts';

/** Keys that each rule remembers. Beyond this, it forgets the least recently counted. */
export const maxKeys = 10_000;

const timeoutMs = 1_000;

/** Maximum of a GraphQL `Int`. */
const largest = 2 ** 31 - 1;

/** A person, or the networks of a client, smallest first. Each network has a share of the limit. */
export type Key = string | readonly ClientNetwork[];

/** `retryAfter`: seconds to wait if the limit is exceeded. Nothing was counted then. */
export type Taken = { quota: Quota; retryAfter?: number };

function createCounter({ name, limit, windowSeconds, isShared }: Rule) {
  const options = { keyPrefix: name, points: limit, duration: windowSeconds };
  const limiter: Pick<RateLimiterMemory, 'penalty' | 'delete'> =
    isShared && cluster.isWorker
      ? new RateLimiterCluster({ ...options, timeoutMs })
      : new RateLimiterMemory(options);
  const recent = new Set<string>();

  return async function count(key: string, uses: number) {
    // Reinsert at the end, so the set is ordered by last use.
    recent.delete(key);
    recent.add(key);
    const [oldest] = recent.size > maxKeys ? recent : [];
    if (oldest !== undefined) {
      recent.delete(oldest);
      limiter.delete(oldest).catch(() => {});
    }
    return limiter.penalty(key, uses);
  };
}

export function createLimits(settings: Parameters<typeof rulesOf>[0]) {
  const rules: Record<RuleName, Rule> = rulesOf(settings);
  const counters = Object.fromEntries(
    Object.entries(rules).map(([name, rule]) => [name, createCounter(rule)]),
  ) as Record<RuleName, ReturnType<typeof createCounter>>;

  async function add(rule: RuleName, key: Key, uses: number) {
    const networks = typeof key === 'string' ? [{ name: key, share: 1 }] : key;
    return Promise.all(
      networks.map(async ({ name, share }) => {
        const { consumedPoints, msBeforeNext } = await counters[rule](name, uses);
        const limit = Math.min(rules[rule].limit * share, largest);
        return { limit, left: limit - consumedPoints, seconds: msBeforeNext / 1_000 };
      }),
    );
  }

  /** Counts all uses or none. Without uses, tells whether one is left. Refuses if the primary process doesn't answer. */
  async function take(rule: RuleName, key: Key, uses: number): Promise<Taken> {
    const { name, windowSeconds, limit: most } = rules[rule];
    const policy = { name, windowSeconds };
    try {
      const counts = await add(rule, key, uses);
      const { limit = most } = counts[0] ?? {};
      const left = Math.min(...counts.map((each) => each.left));
      const resetSeconds = Math.max(...counts.map(({ seconds }) => seconds));
      const exceeded = counts.filter((each) => each.left < (uses === 0 ? 1 : 0));
      if (exceeded.length > 0 && uses > 0) await add(rule, key, -uses);
      const remaining = Math.max(0, exceeded.length > 0 ? left + uses : left);
      const quota = { ...policy, limit, remaining, resetSeconds };
      if (exceeded.length === 0) return { quota };
      const waits = exceeded.map(({ seconds }) => seconds);
      return { quota, retryAfter: Math.ceil(Math.max(1, ...waits)) };
    } catch {
      return { quota: { ...policy, limit: most, remaining: 0, resetSeconds: 1 }, retryAfter: 1 };
    }
  }

  return {
    rules,

    /** Counts uses, all of them or none. */
    take: (rule: RuleName, key: Key, uses = 1): Promise<Taken> => take(rule, key, uses),

    /** Counts nothing. */
    read: (rule: RuleName, key: Key): Promise<Taken> => take(rule, key, 0),

    /** Counts uses that have already happened, even beyond the limit. */
    charge: (rule: RuleName, key: Key, uses = 1): void => void add(rule, key, uses).catch(() => {}),
  };
}

export type Limits = ReturnType<typeof createLimits>;
