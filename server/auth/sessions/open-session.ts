import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

/**
 * Whether a session is still open. Locks its user, so changes of managers and “This wasn’t me” wait until the
 * transaction ends.
 */
export async function isStillOpen(
  transaction: Prisma.TransactionClient,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  await lockUsers(transaction, [userId]);
  return (await transaction.session.count({ where: { id, userId } })) > 0;
}
