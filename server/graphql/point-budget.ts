/** Budgets of points: token buckets in the memory of this process, refilled when they are looked at. */
import { pointBudget } from './limits.ts';

const { windowSeconds, principals } = pointBudget;
/** A GraphQL `Int` ends here. */
const largest = 2 ** 31 - 1;

export class Budget {
  /** Points when full. */
  readonly limit: number;
  #points: number;
  #filledAt: number;

  constructor(limit: number, now: number) {
    this.limit = limit;
    this.#points = limit;
    this.#filledAt = now;
  }

  /** Points that are left, a whole number. */
  get remaining(): number {
    return Math.floor(this.#points);
  }

  /** Seconds until all points are back. */
  get secondsToFull(): number {
    return this.#secondsFor(this.limit);
  }

  /** Seconds until there is a point to spend, a whole number; 0 if there is one. */
  get secondsToOne(): number {
    return Math.ceil(this.#secondsFor(1));
  }

  #secondsFor(points: number): number {
    return Math.max(0, ((points - this.#points) / this.limit) * windowSeconds);
  }

  refill(now: number): void {
    const seconds = (now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    this.giveBack((seconds / windowSeconds) * this.limit);
  }

  /** Takes points. Returns the seconds to wait if too few are left, otherwise undefined. */
  spend(points: number): number | undefined {
    if (points > this.#points) return Math.max(1, Math.ceil(this.#secondsFor(points)));
    this.#points -= points;
    return undefined;
  }

  giveBack(points: number): void {
    this.#points = Math.min(this.limit, this.#points + points);
  }
}

/** The cost of a request, and what it is taken from. */
export type RequestCost = {
  /** Points of its document. */
  requested: number;
  budget: Budget;
};

/** Returns a function that finds the budget of `principal`, with `share` times the points per minute. */
export function createPointBudgets(perMinute: number, clock = () => performance.now()) {
  const budgets = new Map<string, Budget>();

  return function budgetOf(principal: string, share = 1): Budget {
    const now = clock();
    let budget = budgets.get(principal);
    if (budget) {
      budget.refill(now);
      budgets.delete(principal);
    } else {
      budget = new Budget(Math.min(perMinute * share, largest), now);
      const [oldest] = budgets.size >= principals ? budgets.keys() : [];
      if (oldest !== undefined) budgets.delete(oldest);
    }
    // The last one in the map is the last one in use.
    budgets.set(principal, budget);
    return budget;
  };
}
