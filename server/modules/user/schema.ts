import { isBanned } from '#server/auth/sessions/session-rules.ts';
import { builder } from '#server/graphql/builder.ts';
import { dependentsOf } from '#server/graphql/building/dependents.ts';
import { Node } from '#server/graphql/building/node.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { Language, Role } from '#server/graphql/types/enums.ts';
import { statusColumns, statusOf, UserStatus } from '#server/graphql/types/user-status.ts';
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
    isServiceAccount: t.exposeBoolean('isServiceAccount', {
      description:
        'Whether this is a service account: a user for programs, which cannot sign in and has no mailbox.',
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
    lastActiveAt: t.expose('lastActiveAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the user’s last request, accurate to five minutes. Null if they never signed in.',
    }),
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
      description:
        'Whether the viewer may use `banUsers` and `unbanUsers` on the user. False for themselves.',
      resolve: (user, _args, context) => canBan(context, user),
    }),
    viewerCanDelete: t.boolean({
      description:
        'Whether the viewer may delete the user with `deleteUsers`. False for themselves.',
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
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the account was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the user was last updated. Activity, as in `lastActiveAt`, is no update.',
    }),
  }),
});
