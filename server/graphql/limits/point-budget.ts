import type { Quota } from '#server/http/rate-limit-headers.ts';
import { type Budget, createBudgets } from '#server/network/budget.ts';
import { pointBudget } from './limits.ts';

export type RequestCost = {
  requested: number;
  budget: Budget;
  /** Mutations left this minute, after counting this request's. */
  mutations?: Quota;
  /** Reads the same quota without counting. */
  readMutations(): Promise<Quota>;
};

export const createPointBudgets = (perMinute: number, clock?: () => number) =>
  createBudgets({
    limit: perMinute,
    windowSeconds: pointBudget.windowSeconds,
    maxBudgets: pointBudget.principals,
    ...(clock && { clock }),
  });
