import { type Expectations, mutation } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Member',
  rootFields: {
    updateMember: mutation(
      'signedIn',
      '($memberId: ID!)',
      'updateMember(input: { id: $memberId, role: MEMBER })',
    ),
    removeMember: mutation(
      'signedIn',
      '($memberId: ID!)',
      'removeMember(input: { id: $memberId })',
    ),
    createOrganizationServiceAccount: mutation(
      'accountOwner',
      '($organizationId: ID!, $name: String!)',
      'createOrganizationServiceAccount(input: { organizationId: $organizationId, name: $name, role: MEMBER })',
    ),
    leaveOrganization: mutation(
      'accountOwner',
      '($organizationId: ID!)',
      'leaveOrganization(input: { id: $organizationId })',
    ),
  },
  scopes: {
    updateMember: ['ORGANIZATION_UPDATE'],
    removeMember: ['ORGANIZATION_UPDATE'],
    leaveOrganization: ['ORGANIZATION_UPDATE'],
  },
  recordFields: {
    id: 'related',
    userId: 'related',
    name: 'related',
    pictureUrl: 'related',
    email: 'related',
    role: 'related',
    isServiceAccount: 'related',
    isViewer: 'related',
    organization: 'related',
    createdAt: 'related',
    grantableScopes: 'related',
    viewerCanUpdate: 'related',
    viewerCanRemove: 'related',
  },
};
