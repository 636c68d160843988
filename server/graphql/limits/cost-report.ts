/** Reports limits to clients: `extensions.cost`, `RateLimit` and `RateLimit-Policy`. */
import type { ExecutionResult } from 'graphql';
import { mutationPolicy } from '#server/auth/limits/mutation-rate-limit.ts';
import type { Context } from '#server/graphql/context.ts';
import { type Quota, rateLimitHeaders } from '#server/http/rate-limit-headers.ts';
import type { Budget } from '#server/network/budget.ts';
import { pointBudget } from './limits.ts';
import type { RequestCost } from './point-budget.ts';
import { tokenIdOf } from './principal.ts';

/** Access tokens always get the cost. Other clients have to ask, because our own pages don't read it. */
export function showsCost({ viewer, headers }: Context): boolean {
  return tokenIdOf(viewer) !== undefined || headers.get('x-include-cost') !== null;
}

export const pointQuota = ({ limit, remaining, secondsToFull }: Budget): Quota => ({
  ...{ name: 'points', limit, windowSeconds: pointBudget.windowSeconds, remaining },
  resetSeconds: secondsToFull,
});

export function reportCost(
  result: ExecutionResult,
  { requested, budget, mutations }: RequestCost,
  { actual, mutationsPerMinute }: { actual: number; mutationsPerMinute: number },
): ExecutionResult {
  const { limit, remaining } = budget;
  const cost = {
    ...{ requested, actual, limit, remaining },
    ...(mutations && { mutations: { limit: mutations.limit, remaining: mutations.remaining } }),
  };
  const others = (result.extensions?.http as { headers?: object } | undefined)?.headers;
  const limits = mutations
    ? rateLimitHeaders([pointQuota(budget), mutations])
    : rateLimitHeaders([pointQuota(budget)], [mutationPolicy(mutationsPerMinute)]);
  return { ...result, extensions: { cost, http: { headers: { ...others, ...limits } } } };
}
