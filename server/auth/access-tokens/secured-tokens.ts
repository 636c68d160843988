import { recordEvents } from '#server/auth/audit-log/audit-log.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

/** Revokes the access tokens that a user created, rotated or changed since a time, for themselves or service accounts. */
export async function revokeNewTokens(
  transaction: Prisma.TransactionClient,
  id: string,
  since: Date,
): Promise<void> {
  const rotated = await transaction.auditEvent.findMany({
    where: { doneById: id, kind: 'access_token_rotated', createdAt: { gte: since } },
    distinct: ['userId'],
    select: { userId: true },
  });
  const owners = [id, ...rotated.flatMap(({ userId }) => userId ?? [])];
  const revoked = await transaction.accessToken.updateManyAndReturn({
    where: {
      revokedAt: null,
      updatedAt: { gte: since },
      OR: [{ userId: { in: owners } }, { creatorId: id }],
    },
    data: { revokedAt: new Date() },
    select: { userId: true, organizationId: true, name: true },
  });
  await recordEvents(
    transaction,
    revoked.map(({ userId, organizationId, name: detail }) => ({
      userId,
      organizationId,
      detail,
      actorId: id,
      kind: 'access_token_revoked',
    })),
  );
}
