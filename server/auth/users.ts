/** Writes to users besides better-auth's. */
import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { command, recordEvent } from '#server/features/audit-log/audit-log.ts';
import { fallbackLanguage } from '#shared/languages.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { endSessions } from './sessions/session-store.ts';
import type { Services } from './sign-in.ts';

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

/** Creates a service account with an undeliverable address (RFC 2606). */
export async function createServiceAccount(
  transaction: Transaction,
  account: { id: string; name: string; role: string },
): Promise<void> {
  const email = `${randomUUID()}@service-account.invalid`;
  const fixed = { email, emailVerified: true, isServiceAccount: true, language: fallbackLanguage };
  await transaction.user.create({ data: { ...account, ...fixed }, select: { id: true } });
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
      const data = { id: userId, email, name: '', role: 'admin', language: fallbackLanguage };
      await transaction.user.create({ data, select: { id: true } });
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
