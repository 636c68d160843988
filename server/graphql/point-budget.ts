/** Point budgets: token buckets in this process's memory, refilled when accessed. */

import type { Quota } from '#server/http/rate-limit-headers.ts';
import type { ClientNetwork } from '#server/network/client-network.ts';
import { pointBudget } from './limits.ts';

const { windowSeconds, principals } = pointBudget;
/** Maximum of a GraphQL `Int`. */
const largest = 2 ** 31 - 1;

export class Budget {
  /** Points when full. */
  readonly limit: number;
  /** Budget of the enclosing network, which is charged too. */
  #outer: Budget | undefined;
  #points: number;
  #filledAt: number;

  constructor(limit: number, now: number) {
    this.limit = limit;
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
    const own = Math.max(0, ((points - this.#points) / this.limit) * windowSeconds);
    return Math.max(own, this.#outer ? this.#outer.#secondsFor(points) : 0);
  }

  refill(now: number, outer: Budget | undefined): void {
    const seconds = (now - this.#filledAt) / 1_000;
    this.#filledAt = now;
    this.#outer = outer;
    this.#points = Math.min(this.limit, this.#points + (seconds / windowSeconds) * this.limit);
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

  giveBack(points: number): void {
    this.#points = Math.min(this.limit, this.#points + points);
    this.#outer?.giveBack(points);
  }
}

export type RequestCost = {
  requested: number;
  budget: Budget;
  /** Mutations left this minute, after counting this request's. */
  mutations?: Quota;
  /** Reads the same quota without counting. */
  readMutations(): Promise<Quota>;
};

/** Returns a function that finds the budget of principals, smallest first. Each has a share of `perMinute`. */
export function createPointBudgets(perMinute: number, clock = () => performance.now()) {
  const budgets = new Map<string, Budget>();

  return function budgetOf({ name, share }: ClientNetwork, ...larger: ClientNetwork[]): Budget {
    const [next, ...rest] = larger;
    const outer = next && budgetOf(next, ...rest);
    const now = clock();
    const known = budgets.get(name);
    const budget = known ?? new Budget(Math.min(perMinute * share, largest), now);
    budget.refill(now, outer);
    budgets.delete(name);
    const [oldest] = budgets.size >= principals ? budgets.keys() : [];
    if (oldest !== undefined) budgets.delete(oldest);
    // Reinsert at the end, so the map is ordered by last use.
    budgets.set(name, budget);
    return budget;
  };
}
