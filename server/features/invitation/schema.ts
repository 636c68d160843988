import { isImpersonated } from '#server/auth/viewer.ts';
import { OrganizationRole } from '#server/features/organization/role.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, listOf, listRecords } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { viewerCanIn } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { canAccept, canCancel, canResend } from './policy.ts';

const InvitationState = builder.enumType('InvitationState', {
  description: 'State of an invitation.',
  values: {
    PENDING: { value: 'pending', description: 'Can be accepted until `expiresAt`.' },
    ACCEPTED: { value: 'accepted', description: 'The recipient joined the organization.' },
    DECLINED: { value: 'declined', description: 'The recipient declined.' },
    CANCELLED: { value: 'cancelled', description: 'Was cancelled by the organization.' },
    EXPIRED: { value: 'expired', description: 'Was not answered before `expiresAt`.' },
  } as const,
});

type State = typeof InvitationState.$inferType;

function inState(state: State): Prisma.InvitationWhereInput {
  if (state === 'pending') return { state, expiresAt: { gt: new Date() } };
  if (state === 'expired') return { state: 'pending', expiresAt: { lte: new Date() } };
  return { state };
}

export const Invitation = builder.prismaObject('Invitation', {
  interfaces: [Node],
  select: { id: true, organizationId: true, email: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    email: t.exposeString('email', { complexity: cost({ characters: limits.emailMax }) }),
    role: t.expose('role', { type: OrganizationRole }),
    state: t.field({
      type: InvitationState,
      description: 'State of the invitation.',
      select: { state: true, expiresAt: true },
      resolve: ({ state, expiresAt }): State =>
        state === 'pending' && expiresAt <= new Date() ? 'expired' : state,
    }),
    organizationId: t.exposeID('organizationId', { description: 'ID of the organization.' }),
    organizationName: t.string({
      description: 'Name of the organization.',
      complexity: cost({ characters: limits.nameMax }),
      select: { organization: { select: { name: true } } },
      resolve: ({ organization }) => organization.name,
    }),
    teamName: t.string({
      nullable: true,
      description: 'Name of the team that the recipient joins. Null for none.',
      complexity: cost({ characters: limits.nameMax }),
      select: { team: { select: { name: true } } },
      resolve: ({ team }) => team?.name ?? null,
    }),
    inviterName: t.string({
      nullable: true,
      description: 'Name of the user who sent it last. Null if their account was deleted.',
      complexity: cost({ characters: limits.nameMax }),
      select: { inviter: { select: { name: true } } },
      resolve: ({ inviter }) => inviter?.name ?? null,
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: `When the invitation expires, ${limits.invitationHours} hours after it was sent.`,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    viewerCanAccept: t.boolean({
      description:
        'Whether the viewer may use `acceptInvitation` and `declineInvitation`: the recipient, while it is pending. False for requests with an access token.',
      select: { state: true, expiresAt: true },
      resolve: (invitation, _args, context) => canAccept(context, invitation),
    }),
    viewerCanResend: t.boolean({
      description:
        'Whether the viewer may use `resendInvitation`: as for `viewerCanCancel`, but for invitations of owners only as one. False while impersonating, and with an access token for a role other than `MEMBER`.',
      select: { state: true, expiresAt: true, role: true },
      resolve: (invitation, _args, context) => canResend(context, invitation),
    }),
    viewerCanCancel: t.boolean({
      description:
        'Whether the viewer may use `cancelInvitation`: an owner or admin of the organization, until it is answered.',
      select: { state: true, expiresAt: true },
      resolve: (invitation, _args, context) => canCancel(context, invitation),
    }),
  }),
});

const InvitationConnection = connectionOf(Invitation, 'invitations');

builder.prismaObjectField('Organization', 'invitations', (t) =>
  t.connection(
    {
      type: Invitation,
      nullable: true,
      description:
        'Invitations to the organization, newest first, including those that were answered or expired in the last 30 days. Requires `viewerCanInvite`.',
      authScopes: ({ id }) => ({ canInOrganization: `invitation:create ${id}` }),
      args: {
        state: t.arg({ type: InvitationState, description: 'Only invitations in this state.' }),
      },
      resolve: ({ id }, { state, ...args }, context, info) => {
        const where = { organizationId: id, ...(state && inState(state)) };
        return listRecords('Invitation', { args, where }, { context, info });
      },
    },
    InvitationConnection,
  ),
);

builder.prismaObjectField('Organization', 'viewerCanInvite', (t) =>
  t.boolean({
    description:
      'Whether the viewer may read the invitations and invite people with `inviteMembers`. False while impersonating.',
    resolve: ({ id }, _args, context) =>
      viewerCanIn(context, id, 'invitation:create') && !isImpersonated(context.viewer),
  }),
);

builder.objectField('Viewer', 'invitations', (t) =>
  t.connection(
    {
      type: Invitation,
      nullable: true,
      description:
        'Pending invitations to the viewer’s email address, newest first. ACCESS_TOKEN_REFUSED with an access token.',
      authScopes: { bySession: true },
      resolve: listOf('Invitation', ({ user }, context) => ({
        where: [
          { email: user.email, ...inState('pending') },
          ...visibleWhere('Invitation', context),
        ],
      })),
    },
    InvitationConnection,
  ),
);
