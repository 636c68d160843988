import { isIdOf } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import {
  recordConditions,
  recordFilterFields,
  searchDescription,
  searchFilter,
  within,
} from '#server/graphql/building/filters.ts';
import { listRecords, newestFirst, orderInput } from '#server/graphql/building/lists.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { Role } from '#server/graphql/types/enums.ts';
import { type Status, statusFilter, UserStatus } from '#server/graphql/types/user-status.ts';
import { User } from './schema.ts';

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

builder.queryFields((t) => ({
  user: t.field({
    type: User,
    nullable: true,
    description: 'The user with this ID. Null if there is none. Requires `user:get`.',
    authScopes: { can: 'user:get' },
    args: { id: t.arg.id({ required: true, description: 'ID of the user.' }) },
    resolve: (_root, { id }, context, info) =>
      isIdOf('User', id)
        ? context.database.user.findUnique({ ...selection(context, info), where: { id } })
        : null,
  }),
  users: t.connection(
    {
      type: User,
      nullable: true,
      description:
        'Users, newest first unless `orderBy` says otherwise. Requires `user:list`, and `user:get` for the entries.',
      authScopes: { can: 'user:list' },
      args: {
        searchTerm: t.arg.string({
          description: searchDescription('the name or email address'),
        }),
        role: t.arg({ type: Role, description: 'Only users with this role.' }),
        status: t.arg({ type: UserStatus, description: 'Only users in this state.' }),
        filter: t.arg({ type: UserFilter, description: 'Which users to return.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const { role, status, isServiceAccount } = args.filter ?? {};
        const where = [
          ...userConditions(args),
          ...recordConditions('User', args.filter),
          ...userConditions({ role, status, isServiceAccount }),
        ];
        const orderBy = args.orderBy ?? newestFirst;
        return listRecords('User', { args, where, orderBy }, { context, info });
      },
    },
    { name: 'UserConnection', description: 'A page of users.' },
    {
      name: 'UserEdge',
      description: 'A user and their cursor.',
      nodeField: { description: 'The user.' },
    },
  ),
}));

type Filter = {
  createdFrom?: Date | null | undefined;
  createdTo?: Date | null | undefined;
  searchTerm?: string | null | undefined;
  role?: string | null | undefined;
  status?: Status | null | undefined;
  isServiceAccount?: boolean | null | undefined;
};

/**
 * Conditions of a list of users. Empty without a filter.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export function userConditions(filter: Filter) {
  const { searchTerm, role, status, isServiceAccount } = filter;
  return [
    searchFilter(searchTerm, {
      anywhere: 'searchText',
      words: 'searchText',
    }),
    role ? { role: { contains: role } } : undefined,
    status ? statusFilter(status) : undefined,
    isServiceAccount != null ? { isServiceAccount } : undefined,
    within('createdAt', { from: filter.createdFrom, before: filter.createdTo }),
  ].filter((condition) => condition !== undefined);
}
