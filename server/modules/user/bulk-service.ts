import { type Action, runRecorded } from '#server/auth/actions.ts';
import { actorOf, recordDeletion } from '#server/auth/audit-log/audit-log.ts';
import * as users from '#server/auth/managed-users.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { requireCanDeleteDependents } from '#server/graphql/building/dependents.ts';
import type { Context } from '#server/graphql/context.ts';
import { securityEvent } from '#server/log/security-events.ts';

export type FoundUser = { id: string; email: string; name: string };

export async function findUsers({ database }: Context, ids: string[]): Promise<FoundUser[]> {
  return database.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, email: true, name: true },
  });
}

/**
 * Runs `work` for users that still exist, and records the actions that it returns. Locks them ordered by ID to avoid
 * deadlocks. Returns their IDs.
 */
export async function withLocked(
  context: Context,
  found: readonly FoundUser[],
  work: (transaction: Prisma.TransactionClient, ids: string[]) => Promise<Action[]>,
): Promise<string[]> {
  let ids: string[] = [];
  await runRecorded(context, async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "user" WHERE "id" = ANY(${found.map(({ id }) => id)})
      ORDER BY "id" FOR UPDATE`;
    ids = rows.map(({ id }) => id);
    return ids.length > 0 ? work(transaction, ids) : [];
  });
  return ids;
}

/** Bans users and ends all their sessions. Skips users who have the same ban already. */
export function banUsers(
  context: Context,
  found: readonly FoundUser[],
  ban: users.Ban,
): Promise<string[]> {
  const audited = { detail: ban.banReason };
  return withLocked(context, found, async (transaction, ids) => {
    const banned = await users.banUsers(transaction, ids, ban);
    return banned.map((userId) => ({ userId, kind: 'banned', audited }));
  });
}

/** Skips users who aren't banned. */
export function unbanUsers(context: Context, found: readonly FoundUser[]): Promise<string[]> {
  return withLocked(context, found, async (transaction, ids) => {
    const unbanned = await users.unbanUsers(transaction, ids);
    return unbanned.map((userId) => ({ userId, kind: 'unbanned' }));
  });
}

/** Skips users who have the role already. */
export function setRoleOfUsers(
  context: Context,
  found: readonly FoundUser[],
  role: string,
): Promise<string[]> {
  const audited = { detail: role };
  return withLocked(context, found, async (transaction, ids) => {
    const changed = await users.setRoleOfUsers(transaction, ids, role);
    return changed.map((userId) => ({ userId, kind: 'role_changed', audited }));
  });
}

/** Ends all sessions of users, except the one of this request. */
export function endSessionsOfUsers(
  context: Context,
  found: readonly FoundUser[],
): Promise<string[]> {
  return withLocked(context, found, async (transaction, ids) => {
    const own = context.viewer?.session?.id ?? '';
    const active = await transaction.session.findMany({
      where: { userId: { in: ids }, id: { not: own }, expiresAt: { gt: new Date() } },
      distinct: ['userId'],
      select: { userId: true },
    });
    await endSessions(transaction, ids, { except: own });
    return active.map(({ userId }) => ({ userId, kind: 'sessions_revoked' }));
  });
}

/**
 * Returns the IDs of users who still existed.
 *
 * @throws FORBIDDEN unless the viewer may delete the records that belong to them
 */
export async function deleteUsers(
  context: Context,
  found: readonly FoundUser[],
): Promise<string[]> {
  for (const { email } of found) await context.formerAdmins.add(email);
  const deleted = await withLocked(context, found, async (transaction, ids) => {
    await requireCanDeleteDependents(context, transaction, { model: 'User', ids });
    await users.deleteUsers(transaction, ids);
    const gone = found.filter(({ id }) => ids.includes(id));
    await recordDeletion(transaction, gone, { actorId: actorOf(context) });
    return [];
  });
  for (const id of deleted) securityEvent(context.log, 'user_deleted', undefined, { targetId: id });
  return deleted;
}
