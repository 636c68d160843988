/** Administering people; what is enforced here stands in policy.ts. */
import type { GraphQLResolveInfo } from 'graphql';
import * as z from 'zod/mini';
import type { Context } from '#server/graphql/context.ts';
import { Language } from '#server/graphql/language.ts';
import { defineMutation, valid } from '#server/graphql/mutation.ts';
import { Role } from '#server/graphql/permission.ts';
import { selection } from '#server/graphql/selection.ts';
import { can } from '#shared/permissions.ts';
import { banRules, userRules } from '#shared/rules/user.ts';
import {
  requireCanBan,
  requireCanDelete,
  requireCanSetRole,
  requireCanUpdateEmail,
  requireFreshSession,
} from './policy.ts';
import { User } from './schema.ts';
import {
  banUser,
  changeUser,
  deleteUser,
  endSessions,
  inviteUser,
  requireUser,
  unbanUser,
} from './service.ts';

/** What the payload's `user` asks for. */
function payloadUser(context: Context, info: GraphQLResolveInfo, id: string) {
  return context.database.user.findUniqueOrThrow({
    ...selection(context, info, { paths: [['user']] }),
    where: { id },
  });
}

defineMutation('createUser', {
  description:
    'Makes an account for somebody and invites them by mail. Needs `user:create`. Refused with EMAIL_ALREADY_USED, or for an admin with SESSION_NOT_FRESH if the viewer signed in more than an hour ago.',
  authScopes: { can: 'user:create' },
  input: (t) => ({
    email: t.string({ required: true, description: 'Their address: at most 254 characters.' }),
    name: t.string({ description: 'Their name; they are asked for it when they first come.' }),
    role: t.field({ type: Role, required: true, description: 'What they may do.' }),
    language: t.field({ type: Language, description: 'The language of mails to them.' }),
  }),
  resolve: async ({ language, ...input }, context, info) => {
    const person = valid(userRules, input);
    if (can(person.role, 'user:set-role')) requireFreshSession(context);
    const id = await inviteUser(context, { ...person, language: language ?? undefined });
    return { user: await payloadUser(context, info, id) };
  },
  payload: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person as invited; null if refused.',
      resolve: (result) => result.user,
    }),
  }),
});

defineMutation('updateUser', {
  description:
    'Changes a person; what is left out stays. Needs `user:update`, and `user:set-role` for the role, which nobody gives themselves. A new address signs the person out everywhere, and the former one is told. Refused with EMAIL_ALREADY_USED, OWN_EMAIL_REQUIRES_CODE, YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS, LAST_ADMIN, or for a new address or role with SESSION_NOT_FRESH if the viewer signed in more than an hour ago.',
  authScopes: { can: 'user:update' },
  target: { field: 'id', model: 'User' },
  input: (t) => ({
    id: t.id({ required: true, description: 'The id of the person.' }),
    name: t.string({ description: 'Their new name.' }),
    email: t.string({
      description:
        'Their new address, which they need not confirm. Neither the viewer’s own nor an admin’s.',
    }),
    role: t.field({ type: Role, description: 'Their new role.' }),
  }),
  resolve: async ({ id, ...input }, context, info) => {
    const changes = valid(z.partial(userRules), input);
    const before = await requireUser(context, id);
    const isMoved = changes.email !== undefined && changes.email !== before.email;
    const hasNewRole = changes.role !== undefined && changes.role !== before.role;
    if (isMoved) requireCanUpdateEmail(context, before);
    if (hasNewRole) requireCanSetRole(context, before);
    if (isMoved || hasNewRole) requireFreshSession(context);
    await changeUser(context, before, changes);
    return { user: await payloadUser(context, info, id) };
  },
  payload: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person as changed; null if refused.',
      resolve: (result) => result.user,
    }),
  }),
});

defineMutation('banUser', {
  description:
    'Keeps a person from signing in and signs them out everywhere, at once. Needs `user:ban`. Refused with YOU_CANNOT_BAN_YOURSELF or LAST_ADMIN.',
  authScopes: { can: 'user:ban' },
  target: { field: 'id', model: 'User' },
  input: (t) => ({
    id: t.id({ required: true, description: 'The id of the person.' }),
    reason: t.string({ required: true, description: 'Why: 1 to 500 characters.' }),
    endsAt: t.field({ type: 'DateTime', description: 'When it ends; without it, it does not.' }),
  }),
  resolve: async ({ id, ...input }, context, info) => {
    const ban = valid(banRules, input);
    requireCanBan(context, await requireUser(context, id));
    await banUser(context, id, ban);
    return { user: await payloadUser(context, info, id) };
  },
  payload: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person as banned; null if refused.',
      resolve: (result) => result.user,
    }),
  }),
});

defineMutation('unbanUser', {
  description: 'Ends a ban. Needs `user:ban`.',
  authScopes: { can: 'user:ban' },
  target: { field: 'id', model: 'User' },
  input: (t) => ({ id: t.id({ required: true, description: 'The id of the person.' }) }),
  resolve: async ({ id }, context, info) => {
    await requireUser(context, id);
    await unbanUser(context, id);
    return { user: await payloadUser(context, info, id) };
  },
  payload: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person, no longer banned; null if refused.',
      resolve: (result) => result.user,
    }),
  }),
});

defineMutation('deleteUser', {
  description:
    'Deletes a person with their sessions and history, for good. Needs `user:delete`. Refused with YOU_CANNOT_REMOVE_YOURSELF or LAST_ADMIN.',
  authScopes: { can: 'user:delete' },
  target: { field: 'id', model: 'User' },
  input: (t) => ({ id: t.id({ required: true, description: 'The id of the person.' }) }),
  resolve: async ({ id }, context) => {
    requireCanDelete(context, await requireUser(context, id));
    await deleteUser(context, id);
    return { deletedUserId: id };
  },
  payload: (t) => ({
    deletedUserId: t.id({
      nullable: true,
      description: 'The id that is no more; null if refused.',
      resolve: (result) => result.deletedUserId,
    }),
  }),
});

defineMutation('revokeUserSessions', {
  description: 'Signs a person out everywhere, at once. Needs `session:revoke`.',
  authScopes: { can: 'session:revoke' },
  target: { field: 'userId', model: 'User' },
  input: (t) => ({ userId: t.id({ required: true, description: 'The id of the person.' }) }),
  resolve: async ({ userId }, context, info) => {
    await requireUser(context, userId);
    await endSessions(context, userId);
    return { user: await payloadUser(context, info, userId) };
  },
  payload: (t) => ({
    user: t.field({
      type: User,
      nullable: true,
      description: 'The person; null if refused.',
      resolve: (result) => result.user,
    }),
  }),
});
