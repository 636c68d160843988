import * as z from 'zod/mini';
import { isIdOf } from '#server/database/ids.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireInOrganization } from '#server/organizations/policy.ts';
import { limits } from '#shared/limits.ts';
import { teamRules } from '#shared/rules/organization.ts';
import { Team } from './schema.ts';
import {
  addMember,
  createTeam,
  deleteTeam,
  removeMember,
  requireTeam,
  updateTeam,
} from './service.ts';

const nameErrors = [
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'TEAM_ALREADY_EXISTS',
] as const;
const nameFormat = `Unique in the organization, 1 to ${limits.nameMax} characters`;

const who = 'as an owner or admin of the organization, or with `organization:manage`';

defineCreation('createTeam', {
  creates: 'Team',
  description: `Creates a team in an organization, ${who}. An organization has up to ${limits.teamsPerOrganization}.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_created'],
  target: { field: 'organizationId', model: 'Organization' },
  errors: [
    ...nameErrors,
    'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
    'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  ],
  input: {
    description: 'The team to create.',
    fields: (t) => ({
      organizationId: t.id({ required: true, description: 'ID of the organization.' }),
      name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    }),
  },
  resolve: async ({ organizationId, ...input }, context, info, record) => {
    const { name } = valid(teamRules, input);
    const asked = { permission: 'team:create', field: 'organizationId' } as const;
    requireInOrganization(context, organizationId, asked);
    const id = await createTeam(context, record, { organizationId, name });
    return { team: await recordResult('Team', id, { context, info }) };
  },
  payload: recordPayload('team', Team, 'The new team.'),
});

defineMutation('updateTeam', {
  description: `Updates a team, ${who}. Omitted fields stay unchanged.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_updated'],
  target: { field: 'id', model: 'Team' },
  errors: [...nameErrors, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM', 'RECORD_CHANGED'],
  input: {
    description: 'The team to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the team.' }),
      name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
      expectedUpdatedAt: expectedUpdatedAt(t),
    }),
  },
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    const data = valid(z.exactPartial(teamRules), input);
    const organizationId = await requireTeam(context, id, 'team:update');
    await updateTeam(context, { id, organizationId }, { expectedUpdatedAt, ...data });
    return { team: await recordResult('Team', id, { context, info }) };
  },
  payload: recordPayload('team', Team, 'The updated team.'),
});

defineMutation('deleteTeam', {
  description: `Permanently deletes a team, ${who}. Its members stay in the organization. The only team of an organization is kept.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_deleted'],
  target: { field: 'id', model: 'Team' },
  errors: ['YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM', 'UNABLE_TO_REMOVE_LAST_TEAM'],
  input: {
    description: 'The team to delete.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the team.' }) }),
  },
  resolve: async ({ id }, context) => {
    const organizationId = await requireTeam(context, id, 'team:delete');
    await deleteTeam(context, { id, organizationId });
    return { deletedTeamId: id };
  },
  payload: (t) => ({
    deletedTeamId: t.id({
      nullable: true,
      description: 'ID of the deleted team. Null if nothing was deleted.',
      resolve: (result) => result.deletedTeamId,
    }),
  }),
});

/** @throws {UserErrors} unless the viewer may change the team's members, or if `memberId` isn't a member's ID */
async function requireIds(
  context: Context,
  { teamId, memberId }: { teamId: string; memberId: string },
) {
  await requireTeam(context, teamId, 'team:update');
  if (!isIdOf('Member', memberId)) throw userError('NOT_FOUND', 'memberId');
}

defineMutation('addTeamMember', {
  description: `Adds a member of the organization to a team, ${who}. Does nothing if they belong to it.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_member_added'],
  target: { field: 'teamId', model: 'Team' },
  errors: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'],
  input: {
    description: 'The team, and the member to add.',
    fields: (t) => ({
      teamId: t.id({ required: true, description: 'ID of the team.' }),
      memberId: t.id({ required: true, description: 'ID of the member.' }),
    }),
  },
  resolve: async (input, context, info) => {
    await requireIds(context, input);
    await addMember(context, input.teamId, input.memberId);
    return { team: await recordResult('Team', input.teamId, { context, info }) };
  },
  payload: recordPayload('team', Team, 'The team.'),
});

defineMutation('removeTeamMember', {
  description: `Removes a member from a team, ${who}. They stay in the organization.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_member_removed'],
  target: { field: 'teamId', model: 'Team' },
  errors: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'],
  input: {
    description: 'The team, and the member to remove.',
    fields: (t) => ({
      teamId: t.id({ required: true, description: 'ID of the team.' }),
      memberId: t.id({ required: true, description: 'ID of the member.' }),
    }),
  },
  resolve: async (input, context, info) => {
    await requireIds(context, input);
    await removeMember(context, input.teamId, input.memberId);
    return { team: await recordResult('Team', input.teamId, { context, info }) };
  },
  payload: recordPayload('team', Team, 'The team.'),
});
