/** Writes to users besides better-auth's, most of them as a part of the transaction that records them. */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { command, recordEvent } from './audit-log/audit-log.ts';
import { forgetFormerAddresses } from './secure-account/link.ts';
import { endSessions } from './sessions/session-store.ts';
import type { Services } from './sign-in.ts';
import { isBanned } from './viewer.ts';

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

/** Pass the addresses of people to `noteFormerAddress` first. */
export async function deleteUsers(transaction: Transaction, ids: string[]): Promise<void> {
  await transaction.user.deleteMany({ where: { id: { in: ids } } });
}

/** Whether no other user is an active admin. */
export async function isOnlyAdmin(
  database: Database,
  { id, role }: { id: string; role?: string | null | undefined },
): Promise<boolean> {
  if (!parseRoles(role).includes('admin')) return false;
  const others = await database.user.findMany({
    where: { role: { contains: 'admin' }, isServiceAccount: false, id: { not: id } },
    select: { banned: true, banExpires: true },
  });
  return others.every(isBanned);
}

/** Whether an organization has no other owner. */
export async function isOnlyOrganizationOwner(
  database: Database,
  userId: string,
): Promise<boolean> {
  const otherOwner = { role: 'owner', userId: { not: userId } } as const;
  const organization = { members: { none: otherOwner } };
  return (await database.member.count({ where: { userId, role: 'owner', organization } })) > 0;
}

/**
 * Clears up to 1,000 expired bans. They no longer have an effect, but programs that sync changes
 * notice the end only when `updatedAt` moves.
 */
export async function clearExpiredBans(database: Database): Promise<void> {
  await database.$executeRaw`
    UPDATE "user" SET "banned" = false, "banReason" = NULL, "banExpires" = NULL
    WHERE "id" = ANY (ARRAY(
      SELECT "id" FROM "user" WHERE "banned" AND "banExpires" <= now()
      ORDER BY "id" LIMIT 1000 FOR UPDATE SKIP LOCKED
    ))`;
}

/**
 * Makes the user with this address an admin. Creates the user if needed.
 *
 * @throws {ZodError} if the email address is invalid
 */
export async function makeAdmin(
  database: Database,
  address: string,
): Promise<{ created: boolean }> {
  const email = emailRule.parse(address);
  return database.$transaction(async (transaction) => {
    const found = await transaction.user.findUnique({
      where: { email },
      select: { id: true, role: true },
    });
    const userId = found?.id ?? newId('User');
    const roles = parseRoles(found?.role);
    if (!found) {
      const person = { id: userId, email, name: '', role: 'admin', language: fallbackLanguage };
      await createPerson(transaction, person);
      await recordEvent(transaction, { userId, kind: 'created', ...command });
    } else if (!roles.includes('admin')) {
      const data = { role: [...roles, 'admin'].join(',') };
      await transaction.user.update({ where: { id: userId }, data, select: { id: true } });
      const event = { userId, kind: 'role_changed', detail: 'admin', ...command } as const;
      await recordEvent(transaction, event);
    }
    return { created: !found };
  });
}

/** The database may be a transaction. */
type Keys = Pick<Services, 'settings' | 'hmac'> & {
  database: Pick<Database, 'formerAdminAddress'>;
};

/** HMACs, because a deleted user's address must not be stored. */
const adminHashes = ({ hmac }: Keys, email: string) => hmac.accepted('former admin', email);

async function wasAdmin(keys: Keys, email: string): Promise<boolean> {
  const where = { addressHash: { in: adminHashes(keys, email) } };
  return (await keys.database.formerAdminAddress.count({ where })) > 0;
}

/** ADMIN_EMAILS makes a user an admin only once: not again after the account was deleted or changed its address. */
export async function isNewAdmin(keys: Keys, email: string): Promise<boolean> {
  return keys.settings.adminEmails.includes(email) && !(await wasAdmin(keys, email));
}

/** Call it with the address of an account that is deleted or moved. */
export async function noteFormerAddress(keys: Keys, email: string): Promise<void> {
  if (!keys.settings.adminEmails.includes(email)) return;
  const data = { addressHash: adminHashes(keys, email)[0] };
  await keys.database.formerAdminAddress.createMany({ data, skipDuplicates: true });
}

/** Re-hashes addresses recorded with a previous secret so that it can be retired. */
export async function renewFormerAdmins(keys: Keys): Promise<void> {
  for (const email of keys.settings.adminEmails)
    if (await wasAdmin(keys, email)) await noteFormerAddress(keys, email);
}
