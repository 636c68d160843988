import { type Expectations, mutation, query } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Organization',
  rootFields: {
    organization: query(
      'signedIn',
      'query ($organizationId: ID!) { organization(id: $organizationId) { id } }',
    ),
    organizationBySlug: query(
      'signedIn',
      'query ($name: String!) { organizationBySlug(slug: $name) { id } }',
    ),
    organizations: query('admin', '{ organizations { nodes { id } } }'),
    createOrganization: mutation(
      'accountOwner',
      '($name: String!)',
      'createOrganization(input: { name: $name, slug: $name })',
    ),
    updateOrganization: mutation(
      'signedIn',
      '($organizationId: ID!)',
      'updateOrganization(input: { id: $organizationId, name: "New" })',
    ),
    deleteOrganization: mutation(
      'accountOwner',
      '($organizationId: ID!)',
      'deleteOrganization(input: { id: $organizationId })',
    ),
  },
  scopes: {
    organization: ['ORGANIZATION_READ'],
    organizationBySlug: ['ORGANIZATION_READ'],
    organizations: ['ORGANIZATION_LIST'],
    createOrganization: ['ORGANIZATION_CREATE'],
    updateOrganization: ['ORGANIZATION_UPDATE'],
    deleteOrganization: ['ORGANIZATION_UPDATE'],
  },
  recordFields: {
    id: 'related',
    name: 'related',
    slug: 'related',
    memberCount: 'related',
    ownerCount: 'related',
    viewerRole: 'related',
    viewerPermissions: 'related',
    createdAt: 'related',
    updatedAt: 'related',
    members: 'related',
    teams: 'related',
    invitations: 'related',
    repositories: 'related',
    deletedRepositories: 'related',
    accessTokens: 'related',
    viewerCanUpdate: 'related',
    viewerCanDelete: 'related',
    dependents: 'related',
    viewerCanLeave: 'related',
    viewerCanInvite: 'related',
    viewerCanCreateTeam: 'related',
    viewerCanCreateRepository: 'related',
  },
  pages: ['/app/organizations', '/manager/organizations'],
  sameAsEnglish: {
    fr: ['organization:field.id', 'organization:nav.invitations', 'organization:role.ADMIN'],
    sw: ['organization:field.id'],
  },
};
