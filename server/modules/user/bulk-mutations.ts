import type { GraphQLResolveInfo } from 'graphql';
import { bulkIdsDescription, runBulk } from '#server/graphql/building/bulk.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordResults, recordsPayload } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { Role } from '#server/graphql/types/enums.ts';
import { limits } from '#shared/limits.ts';
import { banRules } from '#shared/rules/user.ts';
import {
  banUsers,
  deleteUsers,
  endSessionsOfUsers,
  type FoundUser,
  findUsers,
  setRoleOfUsers,
  unbanUsers,
} from './bulk-service.ts';
import {
  refuseAccessTokenOf,
  requireCanBan,
  requireCanDelete,
  requireCanSetRole,
} from './policy.ts';
import { User } from './schema.ts';

const ids = bulkIdsDescription('users');

type Ids = readonly (string | number)[];
type Steps = Omit<Parameters<typeof runBulk<FoundUser>>[2], 'find'>;

const runUserBulk = (context: Context, wanted: Ids, steps: Steps) =>
  runBulk(wanted, 'User', { find: (found) => findUsers(context, found), ...steps });

async function changeUsers(
  [context, info]: readonly [Context, GraphQLResolveInfo],
  wanted: Ids,
  steps: Steps,
) {
  const { ids: changed, errors } = await runUserBulk(context, wanted, steps);
  return { users: await recordResults('User', changed, { context, info, key: 'users' }), errors };
}

defineMutation('banUsers', {
  description:
    'Bans users: ends all their sessions and refuses their sign-ins. If some cannot be banned, the others still are.',
  authScopes: { can: 'user:ban' },
  audit: ['banned'],
  errors: [
    'NOT_FOUND',
    'REASON_REQUIRED',
    'REASON_INVALID',
    'REASON_TOO_LONG',
    'END_NOT_IN_FUTURE',
    'YOU_CANNOT_BAN_YOURSELF',
    'LAST_ADMIN',
  ],
  input: {
    description: 'The users to ban, why, and until when.',
    fields: (t) => ({
      ids: t.idList({ required: true, description: ids }),
      banReason: t.string({
        required: true,
        description: `Reason, shown to users with \`user:get\`. 1 to ${limits.banReasonMax} characters.`,
      }),
      banEndsAt: t.field({
        type: 'DateTime',
        description: 'When the ban ends; in the future. Omit for a permanent ban.',
      }),
    }),
  },
  resolve: async ({ ids, ...input }, context, info) => {
    const ban = valid(banRules, input);
    return changeUsers([context, info], ids, {
      check: (user) => requireCanBan(context, user),
      write: (users) => banUsers(context, users, ban),
    });
  },
  payload: recordsPayload('users', User, 'The banned users.'),
});

defineMutation('unbanUsers', {
  description: 'Ends the bans of users. Users who are not banned stay unchanged.',
  authScopes: { can: 'user:ban' },
  audit: ['unbanned'],
  errors: ['NOT_FOUND'],
  input: {
    description: 'The users to unban.',
    fields: (t) => ({ ids: t.idList({ required: true, description: ids }) }),
  },
  resolve: (input, context, info) =>
    changeUsers([context, info], input.ids, {
      write: (users) => unbanUsers(context, users),
    }),
  payload: recordsPayload('users', User, 'The users.'),
});

defineMutation('updateUserRoles', {
  description:
    'Gives users a role. If the role of some cannot be changed, the others still get it.',
  authScopes: { can: 'user:set-role' },
  audit: ['role_changed'],
  fresh: {},
  errors: ['NOT_FOUND', 'YOU_CANNOT_CHANGE_YOUR_ROLE', 'LAST_ADMIN'],
  input: {
    description: 'The users, and their new role.',
    fields: (t) => ({
      ids: t.idList({ required: true, description: ids }),
      role: t.field({ type: Role, required: true, description: 'New role.' }),
    }),
  },
  resolve: async ({ role, ...input }, context, info) =>
    changeUsers([context, info], input.ids, {
      check: (user) => requireCanSetRole(context, user),
      write: (users) => setRoleOfUsers(context, users, role),
    }),
  payload: recordsPayload('users', User, 'The users, with their new role.'),
});

defineMutation('revokeSessionsOfUsers', {
  description:
    'Signs users out everywhere, immediately. If the viewer is among them, the session of this request is kept. An access token cannot sign its owner out.',
  authScopes: { can: 'session:revoke' },
  audit: ['sessions_revoked'],
  fresh: { byToken: true },
  errors: ['NOT_FOUND'],
  input: {
    description: 'The users to sign out.',
    fields: (t) => ({ ids: t.idList({ required: true, description: ids }) }),
  },
  resolve: (input, context, info) =>
    changeUsers([context, info], input.ids, {
      check: (user) => refuseAccessTokenOf(context, user),
      write: (users) => endSessionsOfUsers(context, users),
    }),
  payload: recordsPayload('users', User, 'The users who were signed out.'),
});

defineMutation('deleteUsers', {
  description:
    'Permanently deletes users with their sessions. The audit log keeps their names. If some cannot be deleted, the others still are. Records that belong to them require their own permissions; `dependents` counts them.',
  authScopes: { can: 'user:delete' },
  audit: ['deleted'],
  fresh: { byToken: true },
  errors: [
    'NOT_FOUND',
    'YOU_CANNOT_REMOVE_YOURSELF',
    'LAST_ADMIN',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  input: {
    description: 'The users to delete.',
    fields: (t) => ({ ids: t.idList({ required: true, description: ids }) }),
  },
  resolve: async (input, context) => {
    const { ids: deletedUserIds, errors } = await runUserBulk(context, input.ids, {
      check: (user) => requireCanDelete(context, user),
      write: (users) => deleteUsers(context, users),
    });
    return { deletedUserIds, errors };
  },
  payload: (t) => ({
    deletedUserIds: t.idList({
      nullable: true,
      complexity: cost({ entries: limits.nodesMax }),
      description: 'IDs of the deleted users. Null if the input was refused.',
      resolve: (result) => result.deletedUserIds,
    }),
  }),
});
