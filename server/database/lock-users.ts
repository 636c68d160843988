import type { Transaction } from './client.ts';

/**
 * Blocks other writes to users until the transaction ends. Call it first, because deleting an account locks the user
 * first too. Locks are taken in the order of IDs to avoid deadlocks.
 */
export function lockUsers(
  transaction: Transaction,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return transaction.$queryRaw<{ id: string; email: string }[]>`
    SELECT "id", "email" FROM "user" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR NO KEY UPDATE`;
}
