import type { Prisma } from '#server/generated/prisma/client.ts';
import { recordEvents } from './audit-log.ts';

/** Takes back the roles that a user gave in the installation since a time, also with new accounts. */
export async function takeBackRoles(
  transaction: Prisma.TransactionClient,
  id: string,
  since: Date,
): Promise<void> {
  const given = await transaction.auditEvent.findMany({
    where: {
      doneById: id,
      createdAt: { gte: since },
      userId: { not: id },
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
