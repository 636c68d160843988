import { isBanned } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { dependentsOf } from '#server/graphql/building/dependents.ts';
import {
  recordConditions,
  recordFilterFields,
  searchDescription,
  searchFilter,
} from '#server/graphql/building/filters.ts';
import { connectionOf, listRecords, orderInput } from '#server/graphql/building/lists.ts';
import { defineRecordQuery, Node } from '#server/graphql/building/node.ts';
import type { Asking } from '#server/graphql/building/visible-records.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { Language, Role } from '#server/graphql/types/enums.ts';
import {
  statusColumns,
  statusFilter,
  statusOf,
  UserStatus,
} from '#server/graphql/types/user-status.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { highestRole } from '#shared/permissions.ts';
import {
  canBan,
  canDelete,
  canResendInvitation,
  canSetRole,
  canUpdateEmail,
  usageColumns,
} from './policy.ts';

export const User = builder.prismaObject('User', {
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email'),
    name: t.exposeString('name'),
    role: t.field({
      type: Role,
      description: 'Role of the user.',
      select: { role: true },
      resolve: ({ role }) => highestRole(role),
    }),
    status: t.field({
      type: UserStatus,
      description: 'State of the account.',
      select: statusColumns,
      resolve: statusOf,
    }),
    isServiceAccount: t.exposeBoolean('isServiceAccount'),
    language: t.field({
      type: Language,
      nullable: true,
      description: 'Language of the emails to the user. Null if not chosen yet.',
      select: { language: true },
      resolve: ({ language }) => (isLanguage(language) ? language : null),
    }),
    onboardedAt: t.expose('onboardedAt', { type: 'DateTime', nullable: true }),
    banReason: t.string({
      nullable: true,
      description: 'Reason of the current ban. Null if the user is not banned.',
      select: { banned: true, banExpires: true, banReason: true },
      complexity: cost({ characters: limits.banReasonMax }),
      resolve: (user) => (isBanned(user) ? user.banReason : null),
    }),
    banEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the current ban ends. Null if it is permanent or the user is not banned.',
      select: { banned: true, banExpires: true },
      resolve: (user) => (isBanned(user) ? user.banExpires : null),
    }),
    lastActiveAt: t.expose('lastActiveAt', { type: 'DateTime', nullable: true }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the user with `updateUser`.',
      resolve: (_user, _args, context) => viewerCan(context, 'user:update'),
    }),
    viewerCanUpdateEmail: t.boolean({
      description:
        'Whether the viewer may change the email address with `updateUser`. False for themselves, and for others who have signed in and are admins or were within the last day. False for service accounts. False for requests with an access token.',
      select: { role: true, isServiceAccount: true, ...usageColumns },
      resolve: (user, _args, context) => canUpdateEmail(context, user),
    }),
    viewerCanSetRole: t.boolean({
      description:
        'Whether the viewer may change the role with `updateUser`. False for themselves, and for requests with an access token.',
      resolve: (user, _args, context) => canSetRole(context, user),
    }),
    viewerCanBan: t.boolean({
      description: 'Whether the viewer may ban and unban the user. False for themselves.',
      resolve: (user, _args, context) => canBan(context, user),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may use `deleteUsers` on the user. False for themselves.',
      resolve: (user, _args, context) => canDelete(context, user),
    }),
    dependents: t.field(
      dependentsOf('User', (user: { id: string }, context) => canDelete(context, user)),
    ),
    viewerCanResendInvitation: t.boolean({
      description:
        'Whether the viewer may use `resendUserInvitation` on the user. False once they have signed in.',
      select: { ...statusColumns, isServiceAccount: true },
      resolve: (user, _args, context) => canResendInvitation(context, user),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const UserOrder = orderInput('User', 'users', {
  NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
  EMAIL: { value: 'email', description: 'Email address.' },
  LAST_ACTIVE_AT: {
    value: 'lastActiveSortAt',
    description: 'Time of the last request. Users who never signed in are the oldest.',
  },
});

const UserFilter = builder.inputType('UserFilter', {
  description: 'Filter of users. All its conditions apply.',
  fields: (t) => ({
    ...recordFilterFields(t, 'users'),
    role: t.field({ type: Role, description: 'Only users with this role.' }),
    status: t.field({ type: UserStatus, description: 'Only users in this state.' }),
    isServiceAccount: t.boolean({ description: 'Only service accounts, or only people if false.' }),
  }),
});

export type ListedUsers = {
  searchTerm?: string | null | undefined;
  filter?: typeof UserFilter.$inferInput | null | undefined;
};

/**
 * Conditions of a list of users. Empty without a filter.
 *
 * @throws BAD_REQUEST for an invalid search term, or too many IDs
 */
export function userConditions(context: Asking, { searchTerm, filter }: ListedUsers) {
  const { role, status, ...columns } = filter ?? {};
  return [
    searchFilter(searchTerm, { anywhere: 'searchText', words: 'searchText' }),
    ...recordConditions('User', columns, context),
    role ? { role: { contains: role } } : undefined,
    status ? statusFilter(status) : undefined,
  ].filter((condition) => condition !== undefined);
}

defineRecordQuery('User', {
  description: 'The user with this ID. Null if there is none. Requires `user:get`.',
  authScopes: { can: 'user:get' },
});

builder.queryFields((t) => ({
  users: t.connection(
    {
      type: User,
      nullable: true,
      description:
        'Users, newest first unless `orderBy` says otherwise. Requires `user:list`, and `user:get` for the entries.',
      authScopes: { can: 'user:list' },
      args: {
        searchTerm: t.arg.string({ description: searchDescription('the name or email address') }),
        filter: t.arg({ type: UserFilter, description: 'Which users to return.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const where = userConditions(context, args);
        return listRecords('User', { args, where, orderBy: args.orderBy }, { context, info });
      },
    },
    connectionOf(User, 'users', 'their'),
  ),
}));
