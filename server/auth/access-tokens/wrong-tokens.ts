/**
 * Counts wrong access tokens by network, in the memory of this process. A network that has sent too many is
 * refused without a statement, except for tokens that were right when they were last read.
 */
import { clientNetworks } from '#server/auth/client-network.ts';
import { createPointBudgets } from '#server/graphql/point-budget.ts';

/** Wrong tokens per minute from one address; its larger networks may send more. */
const perMinute = 30;
/** Tokens that are remembered as right. */
const maxRight = 10_000;

export function createWrongTokens() {
  const budgetOf = createPointBudgets(perMinute);
  const right = new Set<string>();
  const budgets = (client: string) =>
    clientNetworks(client).map(({ name, share }) => budgetOf(name, share));

  return {
    /** Seconds for which a token with the HMAC `hash` is not looked up; 0 if it is. */
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
