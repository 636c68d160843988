/**
 * Counts wrong access tokens per network, in this process's memory. A network that sent too many is
 * rejected without a query, except for tokens that were valid when last read.
 */
import { createBudgets } from '#server/network/budget.ts';
import { clientNetworks } from '#server/network/client-address.ts';

/** Wrong tokens per minute from one address. Its larger networks may send more. */
export const wrongTokenPolicy = { name: 'wrong-tokens', limit: 30, windowSeconds: 60 };
const maxBudgets = 10_000;
const maxRight = 10_000;

export function createWrongTokens() {
  const budgetOf = createBudgets({ ...wrongTokenPolicy, maxBudgets });
  const right = new Set<string>();
  const budgets = (client: string) => clientNetworks(client).map((network) => budgetOf(network));

  return {
    /** Seconds during which a token with the HMAC `hash` isn't looked up, or 0. */
    waitOf(client: string, hash: string): number {
      if (right.has(hash)) return 0;
      return Math.max(...budgets(client).map(({ secondsToOne }) => secondsToOne));
    },

    countWrong(client: string, hash: string): void {
      right.delete(hash);
      for (const budget of budgets(client)) budget.spend(1);
    },

    noteRight(hash: string): void {
      if (right.has(hash)) return;
      const [oldest] = right.size >= maxRight ? right : [];
      if (oldest !== undefined) right.delete(oldest);
      right.add(hash);
    },
  };
}
