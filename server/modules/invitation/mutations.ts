import type { GraphQLResolveInfo } from 'graphql';
import { isIdOf } from '#server/database/ids.ts';
import { type Context, canSeeOrganization } from '#server/graphql/context.ts';
import { apiError, type UserError, userError } from '#server/graphql/errors.ts';
import { defineMutation, type PayloadFields } from '#server/graphql/mutation.ts';
import { OrganizationRole } from '#server/graphql/organization.ts';
import { priced } from '#server/graphql/price.ts';
import { selection } from '#server/graphql/selection.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { email as emailRule } from '#shared/rules/account.ts';
import { requireCanAssign, requireCanCancel, requireCanInvite } from './policy.ts';
import { Invitation } from './schema.ts';
import { errorAt } from './sending.ts';
import { close, invite, resend } from './service.ts';

/** @throws {UserErrors} NOT_FOUND if the organization has no such team */
async function requireTeam({ database }: Context, organizationId: string, id: string) {
  const found = isIdOf('Team', id)
    ? await database.team.count({ where: { id, organizationId } })
    : 0;
  if (found === 0) throw userError('NOT_FOUND', 'teamId');
}

/** The valid addresses by their places, each once, and what is wrong with the others. */
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
  description: `Invites people by email to join an organization, as its owner or admin, or with \`organization:manage\`. Only owners invite owners. Invitations expire after ${limits.invitationHours} hours. Addresses that cannot be invited do not stop the others; their errors name their position: \`["emails", "3"]\`.`,
  authScopes: { can: 'organization:update' },
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
    'TOO_MANY_INVITATIONS',
  ],
  input: {
    description: 'Whom to invite, to what.',
    fields: (t) => ({
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
  },
  resolve: async ({ organizationId, role, teamId = null, ...input }, context, info) => {
    if (input.emails.length < 1 || input.emails.length > limits.invitationsAtOnce) {
      throw apiError(
        'BAD_REQUEST',
        `\`emails\` must hold 1 to ${limits.invitationsAtOnce} addresses.`,
      );
    }
    requireCanInvite(context, { organizationId, role });
    if (teamId != null) await requireTeam(context, organizationId, teamId);
    const { emails, errors } = readEmails(input.emails);
    const sent = await invite(context, { organizationId, emails, role, teamId: teamId ?? null });
    const all = [...errors, ...sent.errors];
    if (sent.ids.length === 0) return { invitations: [], errors: all };
    const columns = ['organizationId', 'email'];
    const invitations = await context.database.invitation.findMany({
      ...(selection(context, info, { paths: [['invitations']], columns }) as {
        select: { id: true; organizationId: true; email: true };
      }),
      where: { id: { in: sent.ids } },
      orderBy: { id: 'asc' },
    });
    return { invitations, errors: all };
  },
  payload: (t) => ({
    invitations: t.field({
      type: [Invitation],
      nullable: true,
      extensions: priced({ statements: 1, entries: limits.invitationsAtOnce }),
      description: 'The new invitations. Null if the input was refused.',
      resolve: (result) => result.invitations,
    }),
  }),
});

/** @throws {UserErrors} NOT_FOUND if there is no such invitation that the viewer may know of */
export async function requireInvitation({ database }: Context, id: string) {
  return database.invitation.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      organizationId: true,
      email: true,
      role: true,
      state: true,
      expiresAt: true,
    },
  });
}

export async function invitationResult(context: Context, info: GraphQLResolveInfo, id: string) {
  const columns = ['organizationId', 'email'];
  const invitation = await context.database.invitation.findUniqueOrThrow({
    ...(selection(context, info, { paths: [['invitation']], columns }) as {
      select: { id: true; organizationId: true; email: true };
    }),
    where: { id },
  });
  return { invitation };
}

export const invitationPayload =
  (description: string): PayloadFields<Awaited<ReturnType<typeof invitationResult>>> =>
  (t) => ({
    invitation: t.field({
      type: Invitation,
      nullable: true,
      description: `${description} Null if the input was refused.`,
      resolve: (result) => result.invitation,
    }),
  });

const cancelErrors = [
  'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  'INVITATION_NOT_FOUND',
] as const;

/** @throws {UserErrors} if the viewer may not cancel the invitation and send it again */
async function requireManaged(context: Context, id: string) {
  const invitation = await requireInvitation(context, id);
  if (!canSeeOrganization(context, invitation.organizationId)) throw userError('NOT_FOUND', 'id');
  requireCanCancel(context, invitation);
  return invitation;
}

defineMutation('resendInvitation', {
  description:
    'Sends an invitation that was not answered again, in the name of the viewer, as an owner or admin of the organization, or with `organization:manage`. Only owners send those of owners. It then expires later.',
  authScopes: { can: 'organization:update' },
  target: { field: 'id', model: 'Invitation' },
  errors: [
    ...cancelErrors,
    'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
    'TOO_MANY_INVITATIONS',
  ],
  input: {
    description: 'The invitation to send.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the invitation.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const invitation = await requireManaged(context, id);
    requireCanAssign(context, invitation);
    await resend(context, invitation);
    return invitationResult(context, info, id);
  },
  payload: invitationPayload('The invitation.'),
});

defineMutation('cancelInvitation', {
  description:
    'Cancels an invitation that was not answered, as an owner or admin of the organization, or with `organization:manage`.',
  authScopes: { can: 'organization:update' },
  target: { field: 'id', model: 'Invitation' },
  errors: cancelErrors,
  input: {
    description: 'The invitation to cancel.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the invitation.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    await requireManaged(context, id);
    await close(context.database, id, 'cancelled');
    return invitationResult(context, info, id);
  },
  payload: invitationPayload('The cancelled invitation.'),
});
