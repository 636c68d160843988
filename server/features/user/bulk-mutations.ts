/** Mutations of several users. */

import type { Action } from '#server/auth/actions.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { noteFormerAddress } from '#server/auth/users.ts';
import type { Transaction } from '#server/database/client.ts';
import { actorOf, recordDeletion } from '#server/features/audit-log/audit-log.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { type BulkSteps, defineBulkChange } from '#server/graphql/building/changes.ts';
import { requireCanDeleteDependents } from '#server/graphql/building/dependents.ts';
import { valid } from '#server/graphql/building/mutation.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { orByAccessToken } from '#server/graphql/refusal.ts';
import { Role } from '#server/graphql/types/enums.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { banRules } from '#shared/rules/user.ts';
import { canBan, canDelete, refuseAccessTokenOf, requireCanSetRole } from './policy.ts';
import { type FoundUser, withLocked } from './service.ts';

const find = (context: Context) => (ids: string[]) =>
  context.database.user.findMany({
    where: { id: { in: ids } },
    select: { id: true, email: true, name: true },
  });

type UserSteps = Pick<BulkSteps<FoundUser>, 'check'> & {
  /** Writes to users that still exist. Returns what it did. */
  write(transaction: Transaction, ids: string[]): Promise<Action[]>;
};

const steps = (context: Context, { check, write }: UserSteps): BulkSteps<FoundUser> => ({
  find: find(context),
  check,
  write: (found) => withLocked(context, found, write),
});

type Update = {
  ids: string[];
  /** Users whom it changes. */
  where: Prisma.UserWhereInput;
  data: Prisma.UserUpdateManyMutationInput;
  kind: Action['kind'];
  auditDetail?: string;
};

async function update(
  { user }: Transaction,
  { ids, where, data, kind, auditDetail }: Update,
): Promise<Action[]> {
  const query = { where: { ...where, id: { in: ids } }, data, select: { id: true } };
  const changed = await user.updateManyAndReturn(query);
  return changed.map(({ id: userId }) => ({ userId, kind, audited: { detail: auditDetail } }));
}

function requireOther(isOther: boolean, code: UserErrorCode): void {
  if (!isOther) throw userError(code);
}

const ofUsers = { changes: 'User', records: 'users' } as const;

defineBulkChange('banUsers', {
  ...ofUsers,
  description:
    'Bans users: ends all their sessions and refuses their sign-ins. If some cannot be banned, the others still are.',
  authScopes: { can: 'user:ban' },
  audit: ['banned'],
  errors: [
    'REASON_REQUIRED',
    'REASON_INVALID',
    'REASON_TOO_LONG',
    'END_NOT_IN_FUTURE',
    'YOU_CANNOT_BAN_YOURSELF',
    'LAST_ADMIN',
  ],
  input: (t) => ({
    banReason: t.string({
      required: true,
      description: `Reason, shown to users with \`user:get\`. 1 to ${limits.banReasonMax} characters.`,
    }),
    banEndsAt: t.field({
      type: 'DateTime',
      description: 'When the ban ends; in the future. Omit for a permanent ban.',
    }),
  }),
  steps(input, context) {
    const { banReason, banEndsAt: banExpires = null } = valid(banRules, input);
    const differs = [
      ...[{ banned: false }, { banReason: null }, { banReason: { not: banReason } }],
      ...(banExpires === null ? [] : [{ banExpires: null }]),
      { banExpires: { not: banExpires } },
    ];
    return steps(context, {
      check: (user) => requireOther(canBan(context, user), 'YOU_CANNOT_BAN_YOURSELF'),
      async write(transaction, ids) {
        const data = { banned: true, banReason, banExpires };
        const ban = {
          ids,
          where: { OR: differs },
          data,
          kind: 'banned',
          auditDetail: banReason,
        } as const;
        const banned = await update(transaction, ban);
        const bannedIds = banned.map(({ userId }) => userId);
        if (bannedIds.length > 0) await endSessions(transaction, bannedIds);
        return banned;
      },
    });
  },
  returns: 'The banned users.',
});

defineBulkChange('unbanUsers', {
  ...ofUsers,
  description: 'Ends the bans of users. Users who are not banned stay unchanged.',
  authScopes: { can: 'user:ban' },
  audit: ['unbanned'],
  steps: (_input, context) =>
    steps(context, {
      write: (transaction, ids) => {
        const data = { banned: false, banReason: null, banExpires: null };
        return update(transaction, { ids, where: { banned: true }, data, kind: 'unbanned' });
      },
    }),
  returns: 'The users.',
});

defineBulkChange('updateUserRoles', {
  ...ofUsers,
  description: 'Gives users a role. If some cannot get it, the others still do.',
  authScopes: { can: 'user:set-role' },
  audit: ['role_changed'],
  fresh: {},
  errors: ['YOU_CANNOT_CHANGE_YOUR_ROLE', 'LAST_ADMIN'],
  input: (t) => ({ role: t.field({ type: Role, required: true, description: 'New role.' }) }),
  steps: ({ role }, context) =>
    steps(context, {
      check: (user) => requireCanSetRole(context, user),
      write: (transaction, ids) => {
        const changed = { ids, where: { role: { not: role } }, data: { role } };
        return update(transaction, { ...changed, kind: 'role_changed', auditDetail: role });
      },
    }),
  returns: 'The users, with their new role.',
});

defineBulkChange('revokeSessionsOfUsers', {
  ...ofUsers,
  description:
    'Signs users out everywhere, immediately. If the viewer is among them, the session of this request is kept. An access token cannot sign its owner out.',
  authScopes: { can: 'session:revoke' },
  audit: ['sessions_revoked'],
  fresh: orByAccessToken({}),
  steps: (_input, context) =>
    steps(context, {
      check: (user) => refuseAccessTokenOf(context, user),
      write: async (transaction, ids) => {
        const own = context.viewer?.session?.id ?? '';
        const active = await transaction.session.findMany({
          where: { userId: { in: ids }, id: { not: own }, expiresAt: { gt: new Date() } },
          distinct: ['userId'],
          select: { userId: true },
        });
        await endSessions(transaction, ids, { except: own });
        return active.map(({ userId }) => ({ userId, kind: 'sessions_revoked' }));
      },
    }),
  returns: 'The users who were signed out.',
});

defineBulkChange('deleteUsers', {
  ...ofUsers,
  description:
    'Permanently deletes users with their sessions. The audit log keeps their names. If some cannot be deleted, the others still are. Records that belong to them require their own permissions; `dependents` counts them.',
  authScopes: { can: 'user:delete' },
  audit: ['deleted'],
  fresh: orByAccessToken({}),
  errors: [
    'YOU_CANNOT_REMOVE_YOURSELF',
    'LAST_ADMIN',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  steps: (_input, context) => ({
    find: find(context),
    check: (user) => requireOther(canDelete(context, user), 'YOU_CANNOT_REMOVE_YOURSELF'),
    write: (found: FoundUser[]) => deleteUsers(context, found),
  }),
  returns: { deletedUserIds: 'IDs of the deleted users. Null if the input was refused.' },
});

/** @throws FORBIDDEN unless the viewer may delete the records that belong to them */
async function deleteUsers(context: Context, found: readonly FoundUser[]): Promise<string[]> {
  for (const { email } of found) await noteFormerAddress(context, email);
  const deleted = await withLocked(context, found, async (transaction, ids) => {
    await requireCanDeleteDependents(context, transaction, { model: 'User', ids });
    await transaction.user.deleteMany({ where: { id: { in: ids } } });
    const gone = found.filter(({ id }) => ids.includes(id));
    await recordDeletion(transaction, gone, { actorId: actorOf(context) });
    return [];
  });
  for (const id of deleted) securityEvent(context.log, 'user_deleted', undefined, { targetId: id });
  return deleted;
}
