/** What a client sees of its limits: `extensions.cost`, and the headers `RateLimit` and `RateLimit-Policy`. */
import type { ExecutionResult } from 'graphql';
import type { Context } from './context.ts';
import { pointBudget } from './limits.ts';
import type { Budget, RequestCost } from './point-budget.ts';
import { tokenIdOf } from './principal.ts';

/** Whether the client wants to know: programs always do, our own pages would not read it. */
export function showsCost({ viewer, headers }: Context): boolean {
  return tokenIdOf(viewer) !== undefined || headers.get('x-include-cost') !== null;
}

/** The header fields of draft-ietf-httpapi-ratelimit-headers-11. */
export function rateLimitHeaders({ limit, remaining, secondsToFull }: Budget) {
  return {
    'ratelimit-policy': `"points";q=${limit};w=${pointBudget.windowSeconds}`,
    ratelimit: `"points";r=${remaining};t=${Math.ceil(secondsToFull)}`,
  };
}

/** Adds the cost to a result, and the headers to its response. */
export function reportCost(
  result: ExecutionResult,
  { requested, budget }: RequestCost,
  actual: number,
): ExecutionResult {
  const { limit, remaining } = budget;
  const cost = { requested, actual, limit, remaining };
  const others = (result.extensions?.http as { headers?: object } | undefined)?.headers;
  const headers = { ...others, ...rateLimitHeaders(budget) };
  return { ...result, extensions: { cost, http: { headers } } };
}
