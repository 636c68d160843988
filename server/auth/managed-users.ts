/**
 * Writes of managers to users, as a part of the transaction that records them. Unlike in users.ts, better-auth's hooks
 * don't run.
 */
import { randomUUID } from 'node:crypto';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { forgetFormerAddresses } from './former-addresses.ts';
import { endSessions } from './sessions/session-store.ts';

type Transaction = Prisma.TransactionClient;

const idsOf = (users: readonly { id: string }[]) => users.map(({ id }) => id);

type NewPerson = { id: string; email: string; name: string; role: string; language: Language };

/** Creates a user with an unverified address. */
export async function createPerson(transaction: Transaction, person: NewPerson): Promise<void> {
  await transaction.user.create({ data: person, select: { id: true } });
}

/** Creates a service account with an undeliverable address (RFC 2606). */
export async function createServiceAccount(
  transaction: Transaction,
  account: { id: string; name: string; role: string },
): Promise<void> {
  const email = `${randomUUID()}@service-account.invalid`;
  const fixed = { email, emailVerified: true, isServiceAccount: true, language: fallbackLanguage };
  await transaction.user.create({ data: { ...account, ...fixed }, select: { id: true } });
}

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
    await endSessions(transaction, bannedIds);
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

export type UserChanges = { email?: string; name?: string; role?: string };

/** A new address revokes all access gained through the old one. */
export async function changeUser(
  transaction: Transaction,
  id: string,
  changes: UserChanges,
): Promise<void> {
  const isMoved = changes.email !== undefined;
  const data = { ...changes, ...(isMoved && { emailVerified: false }) };
  await transaction.user.update({ where: { id }, data, select: { id: true } });
  if (!isMoved) return;
  const where = { userId: id };
  await transaction.account.deleteMany({ where });
  await transaction.passkey.deleteMany({ where });
  await transaction.recoveryCodes.deleteMany({ where });
  await endSessions(transaction, [id]);
  await forgetFormerAddresses(transaction, id);
}

/** Returns the IDs, without users who had the role already. */
export async function setRoleOfUsers(
  transaction: Transaction,
  ids: string[],
  role: string,
): Promise<string[]> {
  const changed = await transaction.user.updateManyAndReturn({
    where: { id: { in: ids }, role: { not: role } },
    data: { role },
    select: { id: true },
  });
  return idsOf(changed);
}

/**
 * Removes all passkeys and recovery codes of a user and ends their sessions. Returns whether they had a passkey. Without
 * the lock, a passkey that is added in between would stay.
 */
export async function resetPasskeys(
  transaction: Transaction,
  userId: string,
  passkeyDueAt: Date | null,
): Promise<boolean> {
  await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${userId} FOR UPDATE`;
  await transaction.user.update({
    where: { id: userId },
    data: { passkeyDueAt },
    select: { id: true },
  });
  const { count } = await transaction.passkey.deleteMany({ where: { userId } });
  await transaction.recoveryCodes.deleteMany({ where: { userId } });
  await endSessions(transaction, [userId]);
  return count > 0;
}

/** Pass the addresses of people to `formerAdmins` first. */
export async function deleteUsers(transaction: Transaction, ids: string[]): Promise<void> {
  await transaction.user.deleteMany({ where: { id: { in: ids } } });
}
