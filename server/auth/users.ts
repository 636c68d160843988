/**
 * Creates users with better-auth's internal adapter, so that its hooks run. managed-users.ts writes what the same
 * transaction records.
 */
import type { Database } from '#server/database/client.ts';
import { parseRoles } from '#shared/permissions.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { command, recordEvent } from './audit-log/audit-log.ts';
import type { Auth } from './auth.ts';

type NewUser = {
  email: string;
  name: string;
  role: string;
};

/** Creates a user with an unverified address. Returns the ID. */
export async function createUser(auth: Auth, user: NewUser): Promise<string> {
  const { internalAdapter } = await auth.$context;
  const created = await internalAdapter.createUser(
    { ...user, emailVerified: false, language: null },
    { method: 'admin' },
  );
  return created.id;
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

/** By ID, since a proof of identity replaces the token. */
export async function endSession(auth: Auth, id: string): Promise<void> {
  const { adapter } = await auth.$context;
  await adapter.deleteMany({ model: 'session', where: [{ field: 'id', value: id }] });
}

/**
 * Makes the user with this address an admin. Creates the user if needed.
 *
 * @throws {ZodError} if the email address is invalid
 */
export async function makeAdmin(
  auth: Auth,
  database: Database,
  address: string,
): Promise<{ created: boolean }> {
  const email = emailRule.parse(address);
  const found = await database.user.findUnique({
    where: { email },
    select: { id: true, role: true },
  });
  if (!found) {
    const userId = await createUser(auth, { email, name: '', role: 'admin' });
    await recordEvent(database, { userId, kind: 'created', ...command });
    return { created: true };
  }
  const { id: userId } = found;
  const roles = parseRoles(found.role);
  if (!roles.includes('admin')) {
    const role = [...roles, 'admin'].join(',');
    await database.$transaction([
      database.user.update({ where: { id: userId }, data: { role }, select: { id: true } }),
      recordEvent(database, { userId, kind: 'role_changed', detail: 'admin', ...command }),
    ]);
  }
  return { created: false };
}
