/** Users: the viewer's own record, and every record for viewers with `user:get`. */
import { isBanned } from '#server/auth/session-rules.ts';
import { isIdOf } from '#server/database/ids.ts';
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection, OrderDirection } from '#server/graphql/connection.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { countRows } from '#server/graphql/count-rows.ts';
import { createdBetween } from '#server/graphql/created-between.ts';
import { Language } from '#server/graphql/language.ts';
import { Node } from '#server/graphql/node.ts';
import { Role } from '#server/graphql/permission.ts';
import { priced } from '#server/graphql/price.ts';
import { searchFilter } from '#server/graphql/search.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';
import { statusColumns, statusFilter, statusOf, UserStatus } from '#server/graphql/user-status.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { highestRole } from '#shared/permissions.ts';
import { canBan, canDelete, canImpersonate, canSetRole, canUpdateEmail } from './policy.ts';

export const User = builder.prismaObject('User', {
  interfaces: [Node],
  authScopes: ({ id }, { viewer }) =>
    // Viewers may also see the admin who is impersonating them.
    id === viewer?.user.id || id === viewer?.session.impersonatedBy ? true : { can: 'user:get' },
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
      extensions: priced({ characters: limits.banReasonMax }),
      resolve: (user) => (isBanned(user) ? user.banReason : null),
    }),
    banEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the current ban ends. Null if it is permanent or the user is not banned.',
      select: { banned: true, banExpires: true },
      resolve: (user) => (isBanned(user) ? user.banExpires : null),
    }),
    lastActiveAt: t.expose('lastActiveAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the user’s last request, accurate to five minutes. Null if they never signed in. Not recorded in demo mode.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the user with `updateUser`.',
      resolve: (_user, _args, context) => viewerCan(context, 'user:update'),
    }),
    viewerCanUpdateEmail: t.boolean({
      description:
        'Whether the viewer may change the email address with `updateUser`. False for themselves and for other admins.',
      select: { role: true },
      resolve: (user, _args, context) => canUpdateEmail(context, user),
    }),
    viewerCanSetRole: t.boolean({
      description:
        'Whether the viewer may change the role with `updateUser`. False for themselves.',
      resolve: (user, _args, context) => canSetRole(context, user),
    }),
    viewerCanBan: t.boolean({
      description:
        'Whether the viewer may use `banUser` and `unbanUser` on the user. False for themselves.',
      resolve: (user, _args, context) => canBan(context, user),
    }),
    viewerCanDelete: t.boolean({
      description:
        'Whether the viewer may delete the user with `deleteUser`. False for themselves.',
      resolve: (user, _args, context) => canDelete(context, user),
    }),
    viewerCanImpersonate: t.boolean({
      description:
        'Whether the viewer may impersonate the user. False for admins, banned users and users who have not completed onboarding.',
      select: { role: true, onboardedAt: true, banned: true, banExpires: true },
      resolve: (user, _args, context) => canImpersonate(context, user),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the account was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the user was last updated.',
    }),
  }),
});

const UserOrderField = builder.enumType('UserOrderField', {
  description: 'Fields to sort users by.',
  values: {
    NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
    EMAIL: { value: 'email', description: 'Email address.' },
    CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
  } as const,
});

const UserOrder = builder.inputType('UserOrder', {
  description: 'Sort order of users.',
  fields: (t) => ({
    field: t.field({ type: UserOrderField, required: true, description: 'Field to sort by.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Sort direction.' }),
  }),
});

builder.queryFields((t) => ({
  user: t.prismaField({
    type: User,
    nullable: true,
    description: 'The user with this ID. Null if there is none. Requires `user:get`.',
    authScopes: { can: 'user:get' },
    args: { id: t.arg.id({ required: true, description: 'ID of the user.' }) },
    resolve: (query, _root, { id }, { database }) =>
      isIdOf('User', id) ? database.user.findUnique({ ...query, where: { id } }) : null,
  }),
  users: t.connection(
    {
      type: User,
      nullable: true,
      description: 'Users, newest first unless `orderBy` says otherwise. Requires `user:list`.',
      authScopes: { can: 'user:list' },
      args: {
        searchTerm: t.arg.string({
          description: `Case-insensitive substring of name or email address. One or two characters match only the beginning of either. At most ${limits.searchMax} characters.`,
        }),
        role: t.arg({ type: Role, description: 'Only users with this role.' }),
        status: t.arg({ type: UserStatus, description: 'Only users in this state.' }),
        createdFrom: t.arg({ type: 'DateTime', description: 'Created at or after this time.' }),
        createdTo: t.arg({ type: 'DateTime', description: 'Created before this time.' }),
        orderBy: t.arg({ type: UserOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const { user } = context.database;
        const column = args.orderBy?.field ?? 'createdAt';
        const filters = [
          searchFilter(args.searchTerm, {
            anywhere: ['name', 'email'],
            beginning: ['nameKey', 'email'],
          }),
          args.role ? { role: { contains: args.role } } : undefined,
          args.status ? statusFilter(args.status) : undefined,
          createdBetween(args),
        ].filter((filter) => filter !== undefined);
        const query = selection(context, info, { paths: entryPaths, columns: [column] });
        return keysetConnection({
          args,
          order: { column, direction: args.orderBy?.direction ?? 'desc' },
          where: { AND: filters },
          find: (page) => user.findMany({ ...query, ...page }),
          count: () =>
            filters.length ? user.count({ where: { AND: filters } }) : countRows(context, 'User'),
        });
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
