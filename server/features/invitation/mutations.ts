import { isIdOf } from '#server/database/ids.ts';
import { canSeeOrganization } from '#server/features/organization/policy.ts';
import { OrganizationRole, provedRole } from '#server/features/organization/role.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordResults, recordsPayload } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, type UserError, userError } from '#server/graphql/errors.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { requireCanAssign, requireCanCancel, requireCanInvite } from './policy.ts';
import { end, errorAt, invite, resend } from './service.ts';

/** @throws {UserErrors} NOT_FOUND if the organization has no such team */
async function requireTeam({ database }: Context, organizationId: string, id: string) {
  const found = isIdOf('Team', id)
    ? await database.team.count({ where: { id, organizationId } })
    : 0;
  if (found === 0) throw userError('NOT_FOUND', 'teamId');
}

function readEmails(given: readonly string[]) {
  const emails = new Map<number, string>();
  const errors: UserError[] = [];
  for (const [place, value] of given.entries()) {
    const { data, error } = emailRule.safeParse(value);
    if (error) errors.push(errorAt(place, error.issues[0]?.message as UserErrorCode));
    else if (![...emails.values()].includes(data)) emails.set(place, data);
  }
  return { emails, errors };
}

defineMutation('inviteMembers', {
  description: `Invites people by email to join an organization, as its owner or admin, or with \`organization:manage\`. Only owners invite owners. Refused while impersonating. Invitations expire after ${limits.invitationHours} hours. If some addresses cannot be invited, the others still are. Errors name the position of the address: \`["emails", "3"]\`.`,
  authScopes: { can: 'organization:update', notImpersonating: true },
  audit: ['invitation_sent'],
  target: { field: 'organizationId', model: 'Organization' },
  errors: [
    'EMAIL_REQUIRED',
    'EMAIL_INVALID',
    'EMAIL_TOO_LONG',
    'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
    'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
    'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
    'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
    'INVITATION_LIMIT_REACHED',
    'EMAIL_LIMIT_REACHED',
  ],
  input: (t) => ({
    organizationId: t.id({ required: true, description: 'ID of the organization.' }),
    emails: t.stringList({
      required: true,
      description: `Email addresses, 1 to ${limits.invitationsAtOnce}.`,
    }),
    role: t.field({
      type: OrganizationRole,
      required: true,
      description: 'Role that the recipients get.',
    }),
    teamId: t.id({ description: 'ID of a team that the recipients join. Omit for none.' }),
  }),
  fresh: provedRole,
  resolve: async ({ organizationId, role, teamId = null, ...input }, context, info) => {
    if (input.emails.length < 1 || input.emails.length > limits.invitationsAtOnce) {
      throw apiError(
        'BAD_REQUEST',
        `\`emails\` must hold 1 to ${limits.invitationsAtOnce} addresses.`,
      );
    }
    requireCanInvite(context, { organizationId, role });
    if (teamId !== null) await requireTeam(context, organizationId, teamId);
    const { emails, errors } = readEmails(input.emails);
    const sent = await invite(context, { organizationId, emails, role, teamId });
    const shown = { context, info, key: 'invitations' };
    const invitations = await recordResults('Invitation', sent.ids, shown);
    return { invitations, errors: [...errors, ...sent.errors] };
  },
  payload: recordsPayload(
    'invitations',
    'Invitation',
    'The new invitations.',
    limits.invitationsAtOnce,
  ),
});

/** @throws Prisma's P2025 if the invitation doesn't exist, which becomes NOT_FOUND */
export const requireInvitation = ({ database }: Context, id: string) =>
  database.invitation.findUniqueOrThrow({ where: { id } });

const cancelErrors = [
  'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  'INVITATION_NOT_FOUND',
] as const;

async function requireManaged(context: Context, id: string) {
  const invitation = await requireInvitation(context, id);
  if (!canSeeOrganization(context, invitation.organizationId)) throw userError('NOT_FOUND', 'id');
  requireCanCancel(context, invitation);
  return invitation;
}

defineChange('resendInvitation', {
  changes: 'Invitation',
  description: `Resends an open invitation in the name of the viewer, as an owner or admin of the organization, or with \`organization:manage\`. Only owners can resend the invitation of an owner. Restarts its expiry. Does nothing if it was sent within the last ${limits.repeatSeconds} seconds. Refused while impersonating.`,
  authScopes: { can: 'organization:update', notImpersonating: true },
  audit: ['invitation_resent'],
  errors: [
    ...cancelErrors,
    'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
    'INVITATION_LIMIT_REACHED',
    'EMAIL_LIMIT_REACHED',
  ],
  fresh: {
    only: {
      ...provedRole.only,
      isNeeded: async ({ id }: { id: string }, context) =>
        provedRole.only.isNeeded(await requireManaged(context, id)),
    },
  },
  resolve: async ({ id }, context) => {
    const invitation = await requireManaged(context, id);
    requireCanAssign(context, invitation);
    await resend(context, invitation);
  },
  returns: 'The invitation.',
});

defineChange('cancelInvitation', {
  changes: 'Invitation',
  description:
    'Cancels an invitation that was not answered, as an owner or admin of the organization, or with `organization:manage`.',
  authScopes: { can: 'organization:update' },
  audit: ['invitation_cancelled'],
  errors: cancelErrors,
  resolve: async ({ id }, context) => {
    await end(context, await requireManaged(context, id), 'cancelled');
  },
  returns: 'The cancelled invitation.',
});
