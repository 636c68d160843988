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
      ...{ revokedAt: null, updatedAt: { gte: since } },
      OR: [{ userId: { in: owners } }, { creatorId: id }],
    },
    data: { revokedAt: new Date() },
    select: { userId: true, organizationId: true, name: true },
  });
  await recordEvents(
    transaction,
    revoked.map(({ userId, organizationId, name: detail }) => ({
      ...{ userId, organizationId, detail, actorId: id },
      kind: 'access_token_revoked',
    })),
  );
}

/** Takes back the roles that a user gave in the installation since a time, also with new accounts. */
export async function takeBackRoles(
  transaction: Prisma.TransactionClient,
  id: string,
  since: Date,
): Promise<void> {
  const given = await transaction.auditEvent.findMany({
    where: {
      ...{ doneById: id, createdAt: { gte: since }, userId: { not: id } },
      kind: { in: ['role_changed', 'invited', 'created'] },
    },
    distinct: ['userId'],
    select: { userId: true },
  });
  const ids = given.flatMap(({ userId }) => userId ?? []);
  const others = { role: { contains: 'admin' }, isServiceAccount: false, id: { notIn: ids } };
  // The user gave the roles as an admin.
  if (ids.length > 0 && (await transaction.user.count({ where: others })) === 0) {
    await transaction.user.update({ where: { id }, data: { role: 'admin' } });
  }
  const changed = await transaction.user.updateManyAndReturn({
    where: { id: { in: ids }, role: { not: 'user' } },
    data: { role: 'user' },
    select: { id: true },
  });
  await recordEvents(
    transaction,
    changed.map(({ id: userId }) => ({
      userId,
      kind: 'role_changed',
      detail: 'user',
      actorId: id,
    })),
  );
}
