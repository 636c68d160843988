import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

/**
 * Whether a session is still open. What ends all sessions of its user waits until the transaction ends, so it also
 * takes away what the transaction adds.
 */
export async function isStillOpen(
  transaction: Prisma.TransactionClient,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  await lockUsers(transaction, [userId]);
  return (await transaction.session.count({ where: { id, userId } })) > 0;
}
