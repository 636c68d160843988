import { type Action, logActions } from '#server/auth/actions.ts';
import { actorOf, recordActions, recordDeletion } from '#server/auth/audit-log/audit-log.ts';
import type { Context } from '#server/graphql/context.ts';
import { securityEvent } from '#server/log/security-events.ts';

export type FoundUser = { id: string; email: string; name: string; role: string };
type Transaction = Parameters<Parameters<Context['database']['$transaction']>[0]>[0];

export async function findUsers({ database }: Context, ids: string[]): Promise<FoundUser[]> {
  return database.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, email: true, name: true, role: true },
  });
}

/**
 * Runs `work` for users that still exist, and records the actions that it returns. Locks them ordered by ID to avoid
 * deadlocks. Returns their IDs.
 */
async function withLocked(
  context: Context,
  users: readonly FoundUser[],
  work: (transaction: Transaction, ids: string[]) => Promise<Action[]>,
): Promise<string[]> {
  const done = await context.database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      SELECT "id" FROM "user" WHERE "id" = ANY(${users.map(({ id }) => id)})
      ORDER BY "id" FOR UPDATE`;
    const ids = rows.map(({ id }) => id);
    const actions = ids.length > 0 ? await work(transaction, ids) : [];
    if (actions.length > 0) await recordActions(context, transaction, actions);
    return { ids, actions };
  });
  logActions(context.log, done.actions);
  return done.ids;
}

type Ban = { banReason: string; banEndsAt?: Date | null | undefined };

/** Bans users and ends all their sessions. Skips users who have the same ban already. */
export function banUsers(
  context: Context,
  users: readonly FoundUser[],
  ban: Ban,
): Promise<string[]> {
  const { banReason, banEndsAt } = ban;
  return withLocked(context, users, async (transaction, ids) => {
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
    if (banned.length === 0) return [];
    const userIds = banned.map(({ id }) => id);
    await transaction.session.deleteMany({ where: { userId: { in: userIds } } });
    return userIds.map((userId) => ({ userId, kind: 'banned', audited: { detail: banReason } }));
  });
}

/** Skips users who aren't banned. */
export function unbanUsers(context: Context, users: readonly FoundUser[]): Promise<string[]> {
  return withLocked(context, users, async (transaction, ids) => {
    const banned = await transaction.user.updateManyAndReturn({
      where: { id: { in: ids }, banned: true },
      data: { banned: false, banReason: null, banExpires: null },
      select: { id: true },
    });
    if (banned.length === 0) return [];
    return banned.map(({ id: userId }) => ({ userId, kind: 'unbanned' }));
  });
}

/** Skips users who have the role already. */
export function setRoleOfUsers(
  context: Context,
  users: readonly FoundUser[],
  role: string,
): Promise<string[]> {
  const others = new Set(users.filter((user) => user.role !== role).map(({ id }) => id));
  return withLocked(context, users, async (transaction, found) => {
    const ids = found.filter((id) => others.has(id));
    if (ids.length === 0) return [];
    await transaction.user.updateMany({ where: { id: { in: ids } }, data: { role } });
    return ids.map((userId) => ({ userId, kind: 'role_changed', audited: { detail: role } }));
  });
}

/** Ends all sessions of users, except the one of this request. */
export function endSessionsOfUsers(
  context: Context,
  users: readonly FoundUser[],
): Promise<string[]> {
  return withLocked(context, users, async (transaction, ids) => {
    const own = context.viewer?.session?.id ?? '';
    const where = { userId: { in: ids }, id: { not: own } };
    const active = await transaction.session.findMany({
      where: { ...where, expiresAt: { gt: new Date() } },
      distinct: ['userId'],
      select: { userId: true },
    });
    if (active.length === 0) return [];
    await transaction.session.deleteMany({ where });
    return active.map(({ userId }) => ({ userId, kind: 'sessions_revoked' }));
  });
}

export async function deleteUsers(
  context: Context,
  users: readonly FoundUser[],
): Promise<string[]> {
  for (const { email } of users) await context.formerAdmins.add(email);
  const ids = await withLocked(context, users, async (transaction, found) => {
    await transaction.user.deleteMany({ where: { id: { in: found } } });
    const deleted = users.filter(({ id }) => found.includes(id));
    await recordDeletion(transaction, deleted, { actorId: actorOf(context) });
    return [];
  });
  for (const id of ids) securityEvent(context.log, 'user_deleted', undefined, { targetId: id });
  return ids;
}
