import * as z from 'zod/mini';
import { requireInOrganization } from '#server/features/organization/policy.ts';
import { defineChange, expectedUpdatedAt } from '#server/graphql/building/changes.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import {
  defineMutation,
  type InputFields,
  nameErrors,
  valid,
} from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { limits } from '#shared/limits.ts';
import { teamRules } from '#shared/rules/organization.ts';
import { changeMember, createTeam, deleteTeam, requireTeam, updateTeam } from './service.ts';

const teamErrors = [...nameErrors, 'TEAM_ALREADY_EXISTS'] as const;
const nameFormat = `Unique in the organization, 1 to ${limits.nameMax} characters`;

const who = 'as an owner or admin of the organization, or with `organization:manage`';

defineCreation('createTeam', {
  creates: 'Team',
  description: `Creates a team in an organization, ${who}. An organization has up to ${limits.teamsPerOrganization}.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_created'],
  target: { field: 'organizationId', model: 'Organization' },
  errors: [
    ...teamErrors,
    'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
    'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  ],
  input: (t) => ({
    organizationId: t.id({ required: true, description: 'ID of the organization.' }),
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
  }),
  resolve: async ({ organizationId, ...input }, context, record) => {
    const { name } = valid(teamRules, input);
    const asked = { permission: 'team:create', field: 'organizationId' } as const;
    requireInOrganization(context, organizationId, asked);
    await createTeam(context, record, { organizationId, name });
  },
  returns: 'The new team.',
});

defineChange('updateTeam', {
  changes: 'Team',
  description: `Updates a team, ${who}. Omitted fields stay unchanged.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_updated'],
  errors: [...teamErrors, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM', 'RECORD_CHANGED'],
  input: (t) => ({
    name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
    expectedUpdatedAt: expectedUpdatedAt(t),
  }),
  resolve: async ({ id, expectedUpdatedAt, ...input }, context) => {
    const data = valid(z.exactPartial(teamRules), input);
    const organizationId = await requireTeam(context, id, 'team:update');
    await updateTeam(context, { id, organizationId }, { expectedUpdatedAt, ...data });
  },
  returns: 'The updated team.',
});

defineChange('deleteTeam', {
  changes: 'Team',
  description: `Permanently deletes a team, ${who}. Its members stay in the organization. The only team of an organization is kept.`,
  authScopes: { can: 'organization:update' },
  audit: ['team_deleted'],
  errors: ['YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM', 'UNABLE_TO_REMOVE_LAST_TEAM'],
  resolve: async ({ id }, context) => {
    await deleteTeam(context, id, await requireTeam(context, id, 'team:delete'));
  },
  returns: { deletedTeamId: 'ID of the deleted team. Null if nothing was deleted.' },
});

const changesMembers = {
  input: (t: InputFields) => ({
    teamId: t.id({ required: true, description: 'ID of the team.' }),
    memberId: t.id({ required: true, description: 'ID of the member.' }),
  }),
  authScopes: { can: 'organization:update' },
  target: { field: 'teamId', model: 'Team' },
  errors: ['YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'],
} as const;

defineMutation('addTeamMember', {
  description: `Adds a member of the organization to a team, ${who}. Does nothing if they belong to it.`,
  ...changesMembers,
  audit: ['team_member_added'],
  resolve: async (input, context, info) => {
    await changeMember(context, input, 'team_member_added');
    return { team: await recordResult('Team', input.teamId, { context, info }) };
  },
  payload: recordPayload('Team', 'The team.'),
});

defineMutation('removeTeamMember', {
  description: `Removes a member from a team, ${who}. They stay in the organization.`,
  ...changesMembers,
  audit: ['team_member_removed'],
  resolve: async (input, context, info) => {
    await changeMember(context, input, 'team_member_removed');
    return { team: await recordResult('Team', input.teamId, { context, info }) };
  },
  payload: recordPayload('Team', 'The team.'),
});
