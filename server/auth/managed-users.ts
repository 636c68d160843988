/**
 * Writes of managers to users, as a part of the transaction that records them. Unlike in users.ts, better-auth's hooks
 * don't run.
 */
import type { Prisma } from '#server/generated/prisma/client.ts';

type Transaction = Prisma.TransactionClient;

const idsOf = (users: readonly { id: string }[]) => users.map(({ id }) => id);

export type Ban = { banReason: string; banEndsAt?: Date | null | undefined };

/** Bans users and ends all their sessions. Returns the IDs, without users who had the same ban already. */
export async function banUsers(
  transaction: Transaction,
  ids: string[],
  { banReason, banEndsAt }: Ban,
): Promise<string[]> {
  const banExpires = banEndsAt ?? null;
  const differs = [
    ...[{ banned: false }, { banReason: null }, { banReason: { not: banReason } }],
    ...(banExpires === null ? [] : [{ banExpires: null }]),
    { banExpires: { not: banExpires } },
  ];
  const banned = await transaction.user.updateManyAndReturn({
    where: { id: { in: ids }, OR: differs },
    data: { banned: true, banReason, banExpires },
    select: { id: true },
  });
  const bannedIds = idsOf(banned);
  if (bannedIds.length > 0) {
    await transaction.session.deleteMany({ where: { userId: { in: bannedIds } } });
  }
  return bannedIds;
}

/** Returns the IDs, without users who weren't banned. */
export async function unbanUsers(transaction: Transaction, ids: string[]): Promise<string[]> {
  const banned = await transaction.user.updateManyAndReturn({
    where: { id: { in: ids }, banned: true },
    data: { banned: false, banReason: null, banExpires: null },
    select: { id: true },
  });
  return idsOf(banned);
}

export async function setRoleOfUsers(
  transaction: Transaction,
  ids: string[],
  role: string,
): Promise<void> {
  await transaction.user.updateMany({ where: { id: { in: ids } }, data: { role } });
}

/** Pass the addresses of people to `formerAdmins` first. */
export async function deleteUsers(transaction: Transaction, ids: string[]): Promise<void> {
  await transaction.user.deleteMany({ where: { id: { in: ids } } });
}
