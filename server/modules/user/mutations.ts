import * as z from 'zod/mini';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import { Language, Role } from '#server/graphql/types/enums.ts';
import { statusColumns } from '#server/graphql/types/user-status.ts';
import { limits } from '#shared/limits.ts';
import { can } from '#shared/permissions.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { userRules } from '#shared/rules/user.ts';
import { changesOf, needsProof, requireCanResendInvitation } from './policy.ts';
import { User } from './schema.ts';
import {
  addServiceAccount,
  changeUser,
  inviteUser,
  requireUser,
  resendInvitation,
} from './service.ts';

const nameFormat = `At most ${limits.nameMax} characters`;

const updateRules = z.exactPartial(userRules);

defineCreation('createUser', {
  creates: 'User',
  description: 'Creates an account and invites its owner by email.',
  authScopes: { can: 'user:create' },
  audit: ['invited'],
  errors: [
    'EMAIL_REQUIRED',
    'EMAIL_INVALID',
    'EMAIL_TOO_LONG',
    'EMAIL_ALREADY_USED',
    'EMAIL_RESERVED',
    'NAME_INVALID',
    'NAME_TOO_LONG',
    'EMAIL_LIMIT_REACHED',
  ],
  input: {
    description: 'The user to create.',
    fields: (t) => ({
      email: t.string({
        required: true,
        description: `Email address. Unique, at most ${limits.emailMax} characters; stored in lower case.`,
      }),
      name: t.string({
        description: `Name. ${nameFormat}. Omit to let the user enter it at their first sign-in.`,
      }),
      role: t.field({ type: Role, required: true, description: 'Role.' }),
      language: t.field({
        type: Language,
        description: 'Language of the emails to the user. Omit for the language of this request.',
      }),
    }),
  },
  fresh: {
    only: {
      what: 'Creating an admin',
      isNeeded: ({ role }) => can(role, 'user:set-role'),
    },
  },
  resolve: async ({ language, ...input }, context, info, record) => {
    const person = valid(userRules, input);
    const id = await inviteUser(context, record, { ...person, language });
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The new user.'),
});

defineCreation('createServiceAccount', {
  creates: 'User',
  description: 'Creates a service account: a user for programs, which cannot sign in.',
  authScopes: { can: 'service-account:create', bySession: true },
  audit: ['created'],
  fresh: {},
  errors: ['NAME_REQUIRED', 'NAME_INVALID', 'NAME_TOO_LONG'],
  input: {
    description: 'The service account to create.',
    fields: (t) => ({
      name: t.string({ required: true, description: `Name. 1 to ${limits.nameMax} characters.` }),
      role: t.field({
        type: Role,
        required: true,
        description: 'Role, which limits the scopes of its access tokens.',
      }),
    }),
  },
  resolve: async (input, context, info, record) => {
    const account = valid(serviceAccountRules, input);
    const id = await addServiceAccount(context, record, account);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The new service account.'),
});

defineMutation('updateUser', {
  description:
    'Updates a user. Omitted fields stay unchanged. A new email address ends all sessions of the user and is announced to the former address; a user who has not signed in yet is invited at the new one instead (RATE_LIMITED as in `resendUserInvitation`). A new role also requires `user:set-role`.',
  authScopes: { can: 'user:update' },
  audit: ['name_changed', 'email_changed', 'role_changed', 'invited'],
  target: { field: 'id', model: 'User' },
  errors: [
    'VALUE_REQUIRED',
    'EMAIL_REQUIRED',
    'EMAIL_INVALID',
    'EMAIL_TOO_LONG',
    'EMAIL_ALREADY_USED',
    'EMAIL_RESERVED',
    'YOU_CANNOT_CHANGE_YOUR_EMAIL',
    'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS',
    'YOU_CANNOT_CHANGE_EMAIL_OF_FORMER_ADMINS_YET',
    'NAME_REQUIRED',
    'NAME_INVALID',
    'NAME_TOO_LONG',
    'YOU_CANNOT_CHANGE_YOUR_ROLE',
    'LAST_ADMIN',
    'EMAIL_LIMIT_REACHED',
    'RECORD_CHANGED',
  ],
  input: {
    description: 'The user to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the user.' }),
      name: t.string({
        description: `New name. ${nameFormat}; may be empty only before the user’s first sign-in.`,
      }),
      email: t.string({
        description: `New email address. Unique, at most ${limits.emailMax} characters; needs no confirmation. Not for the viewer, or another admin who has signed in.`,
      }),
      role: t.field({ type: Role, description: 'New role.' }),
      expectedUpdatedAt: expectedUpdatedAt(t),
    }),
  },
  fresh: {
    only: {
      what: 'A new email address or role',
      async isNeeded({ id, expectedUpdatedAt: _expected, ...input }, context) {
        const changes = valid(updateRules, input);
        return needsProof(changesOf(await requireUser(context, id), changes));
      },
    },
  },
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    await changeUser(context, id, { expectedUpdatedAt, ...valid(updateRules, input) });
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The updated user.'),
});

const { invitationsPerDay, repeatSeconds } = limits;

defineMutation('resendUserInvitation', {
  description: `Resends the invitation of a user who has not signed in yet. Does nothing within ${repeatSeconds} seconds. RATE_LIMITED after ${invitationsPerDay} within 24 hours.`,
  authScopes: { can: 'user:create' },
  audit: ['invited'],
  target: { field: 'id', model: 'User' },
  errors: ['INVITATION_NOT_FOUND', 'EMAIL_LIMIT_REACHED'],
  input: {
    description: 'The user to invite again.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const user = await context.database.user.findUniqueOrThrow({
      where: { id },
      select: { id: true, email: true, language: true, isServiceAccount: true, ...statusColumns },
    });
    requireCanResendInvitation(context, user);
    await resendInvitation(context, user);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The user.'),
});
