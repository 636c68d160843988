/** Token buckets per network, in this process's memory, refilled when accessed. */
import type { ClientNetwork } from './client-address.ts';

/** Maximum of a GraphQL `Int`. */
const largest = 2 ** 31 - 1;

export class Budget {
  /** Points when full. */
  readonly limit: number;
  /** Budget of the enclosing network, which is charged too. */
  #outer: Budget | undefined;
  #points: number;
  #filledAt: number;
  readonly #windowSeconds: number;

  constructor(limit: number, windowSeconds: number, now: number) {
    this.limit = limit;
    this.#windowSeconds = windowSeconds;
    this.#points = limit;
    this.#filledAt = now;
  }

  /** Whole points left. */
  get remaining(): number {
    const own = Math.max(0, Math.floor(this.#points));
    return Math.min(own, this.#outer?.remaining ?? own);
  }

  get secondsToFull(): number {
    return this.#secondsFor(this.limit);
  }

  /** Whole seconds until a point is available. 0 if there is one. */
  get secondsToOne(): number {
    return Math.ceil(this.#secondsFor(1));
  }

  #secondsFor(points: number): number {
    const own = Math.max(0, ((points - this.#points) / this.limit) * this.#windowSeconds);
    return Math.max(own, this.#outer ? this.#outer.#secondsFor(points) : 0);
  }

  refill(now: number, outer: Budget | undefined): void {
    const seconds = (now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    this.#outer = outer;
    this.#points = Math.min(
      this.limit,
      this.#points + (seconds / this.#windowSeconds) * this.limit,
    );
  }

  /** Takes points, or returns the seconds to wait if too few are left. */
  spend(points: number): number | undefined {
    const wait = this.#secondsFor(points);
    if (wait > 0) return Math.max(1, Math.ceil(wait));
    this.charge(points);
    return undefined;
  }

  /** Takes points for work already done, even if too few are left. */
  charge(points: number): void {
    this.#points -= points;
    this.#outer?.charge(points);
  }
}

type BudgetOptions = {
  /** Points of the smallest network. */
  limit: number;
  /** Time to refill an empty budget. */
  windowSeconds: number;
  /** Beyond this, the least recently used is dropped, which is mostly full. */
  maxBudgets: number;
  clock?: () => number;
};

/** Returns a function that finds the budget of networks, smallest first. Each has a share of `limit`. */
export function createBudgets(options: BudgetOptions) {
  const { limit, windowSeconds, maxBudgets, clock = () => performance.now() } = options;
  const budgets = new Map<string, Budget>();

  return function budgetOf({ name, share }: ClientNetwork, ...larger: ClientNetwork[]): Budget {
    const [next, ...rest] = larger;
    const outer = next && budgetOf(next, ...rest);
    const now = clock();
    const known = budgets.get(name);
    const budget = known ?? new Budget(Math.min(limit * share, largest), windowSeconds, now);
    budget.refill(now, outer);
    budgets.delete(name);
    const [oldest] = budgets.size >= maxBudgets ? budgets.keys() : [];
    if (oldest !== undefined) budgets.delete(oldest);
    // Reinsert at the end, so the map is ordered by last use.
    budgets.set(name, budget);
    return budget;
  };
}
