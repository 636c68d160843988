/** People: their own record for everybody, all of them for managers. */
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
    // Themselves, and whoever acts as them, they may know.
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
      description: 'Account status of the user.',
      select: statusColumns,
      resolve: statusOf,
    }),
    language: t.field({
      type: Language,
      nullable: true,
      description: 'The language that mails to this person use; null if not chosen yet.',
      select: { language: true },
      resolve: ({ language }) => (isLanguage(language) ? language : null),
    }),
    onboardedAt: t.expose('onboardedAt', { type: 'DateTime', nullable: true }),
    banReason: t.string({
      nullable: true,
      description: 'Why the person is banned; null unless they are.',
      select: { banned: true, banExpires: true, banReason: true },
      extensions: priced({ characters: limits.banReasonMax }),
      resolve: (user) => (isBanned(user) ? user.banReason : null),
    }),
    banEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the ban ends; null if it does not, or there is none.',
      select: { banned: true, banExpires: true },
      resolve: (user) => (isBanned(user) ? user.banExpires : null),
    }),
    lastActiveAt: t.expose('lastActiveAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When the user last made a request, to within five minutes; null if they never have. Not kept in the demo.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may use `updateUser`.',
      resolve: (_user, _args, context) => viewerCan(context, 'user:update'),
    }),
    viewerCanUpdateEmail: t.boolean({
      description:
        'Whether the viewer may change the email address with `updateUser`. Never their own, which changes by a code, and never another admin’s.',
      select: { role: true },
      resolve: (user, _args, context) => canUpdateEmail(context, user),
    }),
    viewerCanSetRole: t.boolean({
      description: 'Whether the viewer may give another role with `updateUser`; never to oneself.',
      resolve: (user, _args, context) => canSetRole(context, user),
    }),
    viewerCanBan: t.boolean({
      description: 'Whether the viewer may use `banUser` and `unbanUser`; never on oneself.',
      resolve: (user, _args, context) => canBan(context, user),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may use `deleteUser`; never on oneself.',
      resolve: (user, _args, context) => canDelete(context, user),
    }),
    viewerCanImpersonate: t.boolean({
      description: 'Whether the viewer may act as this person; managers cannot be impersonated.',
      select: { role: true, onboardedAt: true, banned: true, banExpires: true },
      resolve: (user, _args, context) => canImpersonate(context, user),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the person signed in, or was invited, for the first time.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the record last changed.',
    }),
  }),
});

const UserOrderField = builder.enumType('UserOrderField', {
  description: 'By what people can be sorted.',
  values: {
    NAME: { value: 'nameKey', description: 'By name, whatever the case.' },
    EMAIL: { value: 'email', description: 'By e-mail address.' },
    CREATED_AT: { value: 'createdAt', description: 'By the moment they first came.' },
  } as const,
});

const UserOrder = builder.inputType('UserOrder', {
  description: 'How to sort people.',
  fields: (t) => ({
    field: t.field({ type: UserOrderField, required: true, description: 'By what.' }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Which end first.' }),
  }),
});

builder.queryFields((t) => ({
  user: t.prismaField({
    type: User,
    nullable: true,
    description: 'The person with this id; null if there is none. Needs `user:get`.',
    authScopes: { can: 'user:get' },
    args: { id: t.arg.id({ required: true, description: 'The id of the person.' }) },
    resolve: (query, _root, { id }, { database }) =>
      isIdOf('User', id) ? database.user.findUnique({ ...query, where: { id } }) : null,
  }),
  users: t.connection(
    {
      type: User,
      nullable: true,
      description: 'People, the newest first unless sorted otherwise. Needs `user:list`.',
      authScopes: { can: 'user:list' },
      args: {
        searchTerm: t.arg.string({
          description:
            'Only those with this text in name or e-mail, whatever the case. A text of one or two letters is looked for at the beginning only. At most 200 characters.',
        }),
        role: t.arg({ type: Role, description: 'Only those with this role.' }),
        status: t.arg({ type: UserStatus, description: 'Only those who have come this far.' }),
        createdFrom: t.arg({ type: 'DateTime', description: 'Only those who came then or later.' }),
        createdTo: t.arg({ type: 'DateTime', description: 'Only those who came before then.' }),
        orderBy: t.arg({ type: UserOrder, description: 'How to sort them.' }),
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
    { name: 'UserConnection', description: 'A list of people.' },
    { name: 'UserEdge', description: 'A person and their place in the list.' },
  ),
}));
