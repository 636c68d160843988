import * as z from 'zod/mini';
import {
  defineChange,
  expectedUpdatedAt,
  type Versioned,
} from '#server/graphql/building/changes.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { userError } from '#server/graphql/errors.ts';
import { Language, Role } from '#server/graphql/types/enums.ts';
import { limits } from '#shared/limits.ts';
import { can } from '#shared/permissions.ts';
import { serviceAccountRules } from '#shared/rules/access-token.ts';
import { userRules } from '#shared/rules/user.ts';
import { canResendInvitation, changesOf, needsProof, type UserChanges } from './policy.ts';
import {
  addServiceAccount,
  changeUser,
  inviteUser,
  requireUser,
  resendInvitation,
} from './service.ts';

const nameFormat = `At most ${limits.nameMax} characters`;

const updateRules = z.exactPartial(userRules);

type Update = UserChanges & { id: string };

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
  input: (t) => ({
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
  fresh: {
    only: {
      what: 'Creating an admin',
      isNeeded: ({ role }) => can(role, 'user:set-role'),
    },
  },
  resolve: async ({ language, ...input }, context, record) => {
    await inviteUser(context, record, { ...valid(userRules, input), language });
  },
  returns: 'The new user.',
});

defineCreation('createServiceAccount', {
  creates: 'User',
  description: 'Creates a service account: a user for programs, which cannot sign in.',
  authScopes: { can: 'service-account:create', bySession: true },
  audit: ['created'],
  fresh: {},
  errors: nameErrors,
  input: (t) => ({
    name: t.string({ required: true, description: `Name. 1 to ${limits.nameMax} characters.` }),
    role: t.field({
      type: Role,
      required: true,
      description: 'Role, which limits the scopes of its access tokens.',
    }),
  }),
  resolve: async (input, context, record) => {
    await addServiceAccount(context, record, valid(serviceAccountRules, input));
  },
  returns: 'The new service account.',
});

defineChange('updateUser', {
  changes: 'User',
  description:
    'Updates a user. Omitted fields stay unchanged. A new email address ends all sessions of the user and is announced to the former address; a user who has not signed in yet is invited at the new one instead (RATE_LIMITED as in `resendUserInvitation`). A new role also requires `user:set-role`.',
  authScopes: { can: 'user:update' },
  audit: ['name_changed', 'email_changed', 'role_changed', 'invited'],
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
    ...nameErrors,
    'YOU_CANNOT_CHANGE_YOUR_ROLE',
    'LAST_ADMIN',
    'EMAIL_LIMIT_REACHED',
    'RECORD_CHANGED',
  ],
  input: (t) => ({
    name: t.string({
      description: `New name. ${nameFormat}; may be empty only before the user’s first sign-in.`,
    }),
    email: t.string({
      description: `New email address. Unique, at most ${limits.emailMax} characters; needs no confirmation. Not for the viewer, or another admin who has signed in.`,
    }),
    role: t.field({ type: Role, description: 'New role.' }),
    expectedUpdatedAt: expectedUpdatedAt(t),
  }),
  fresh: {
    only: {
      what: 'A new email address or role',
      async isNeeded({ id, expectedUpdatedAt: _, ...input }: Versioned & Update, context) {
        const changes = valid(updateRules, input);
        return needsProof(changesOf(await requireUser(context, id), changes));
      },
    },
  },
  resolve: async ({ id, expectedUpdatedAt, ...input }, context) => {
    await changeUser(context, id, { expectedUpdatedAt, ...valid(updateRules, input) });
  },
  returns: 'The updated user.',
});

const { invitationsPerDay, repeatSeconds } = limits;

defineChange('resendUserInvitation', {
  changes: 'User',
  description: `Resends the invitation of a user who has not signed in yet. Does nothing within ${repeatSeconds} seconds. RATE_LIMITED after ${invitationsPerDay} within 24 hours.`,
  authScopes: { can: 'user:create' },
  audit: ['invited'],
  errors: ['INVITATION_NOT_FOUND', 'EMAIL_LIMIT_REACHED'],
  resolve: async ({ id }, context) => {
    const user = await requireUser(context, id);
    if (!canResendInvitation(context, user)) throw userError('INVITATION_NOT_FOUND');
    await resendInvitation(context, user);
  },
  returns: 'The user.',
});
