import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Team',
  rootFields: {
    createTeam: mutation(
      'signedIn',
      '($organizationId: ID!, $name: String!)',
      'createTeam(input: { organizationId: $organizationId, name: $name })',
    ),
    updateTeam: mutation(
      'signedIn',
      '($teamId: ID!)',
      'updateTeam(input: { id: $teamId, name: "New" })',
    ),
    deleteTeam: mutation('signedIn', '($teamId: ID!)', 'deleteTeam(input: { id: $teamId })'),
    addTeamMember: mutation(
      'signedIn',
      '($teamId: ID!, $memberId: ID!)',
      'addTeamMember(input: { teamId: $teamId, memberId: $memberId })',
    ),
    removeTeamMember: mutation(
      'signedIn',
      '($teamId: ID!, $memberId: ID!)',
      'removeTeamMember(input: { teamId: $teamId, memberId: $memberId })',
    ),
  },
  scopes: {
    createTeam: ['ORGANIZATION_UPDATE'],
    updateTeam: ['ORGANIZATION_UPDATE'],
    deleteTeam: ['ORGANIZATION_UPDATE'],
    addTeamMember: ['ORGANIZATION_UPDATE'],
    removeTeamMember: ['ORGANIZATION_UPDATE'],
  },
  recordFields: {
    id: 'related',
    name: 'related',
    memberCount: 'related',
    members: 'related',
    organization: 'related',
    createdAt: 'related',
    updatedAt: 'related',
    viewerCanUpdate: 'related',
    viewerCanDelete: 'related',
  },
};
