import { recordEvents } from '#server/auth/audit-log/audit-log.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

/** Unlinks the identity providers that a user linked since a time. A code by email still signs them in. */
export async function unlinkNewProviders(
  transaction: Prisma.TransactionClient,
  userId: string,
  since: Date,
): Promise<void> {
  const where = { userId, createdAt: { gte: since } };
  const linked = await transaction.account.findMany({ where, select: { providerId: true } });
  await transaction.account.deleteMany({ where });
  await recordEvents(
    transaction,
    linked.map(({ providerId: detail }) => ({ userId, kind: 'provider_unlinked', detail })),
  );
}
