import { type Expectations, mutation, query } from '#tests/support/expectations.ts';

export const expectations: Expectations = {
  type: 'Repository',
  rootFields: {
    repository: query(
      'signedIn',
      'query ($repositoryId: ID!) { repository(id: $repositoryId) { id } }',
    ),
    repositoryByName: query(
      'signedIn',
      'query ($name: String!) { repositoryByName(name: $name) { id } }',
    ),
    repositories: query('signedIn', '{ repositories { nodes { id } } }'),
    deletedRepositories: query('admin', '{ deletedRepositories { nodes { repositoryId } } }'),
    createRepository: mutation(
      'admin',
      '($name: String!)',
      'createRepository(input: { name: $name, link: "a.example" })',
    ),
    createRepositories: mutation(
      'admin',
      '($name: String!)',
      'createRepositories(input: { repositories: [{ name: $name, link: "a.example" }] })',
    ),
    updateRepository: mutation(
      'admin',
      '($repositoryId: ID!)',
      'updateRepository(input: { id: $repositoryId, description: "new" })',
    ),
    deleteRepositories: mutation(
      'admin',
      '($repositoryId: ID!)',
      'deleteRepositories(input: { ids: [$repositoryId] })',
    ),
    restoreRepositories: mutation(
      'admin',
      '($repositoryId: ID!)',
      'restoreRepositories(input: { ids: [$repositoryId] })',
    ),
  },
  scopes: {
    repository: ['REPOSITORY_READ'],
    repositoryByName: ['REPOSITORY_READ'],
    repositories: ['REPOSITORY_READ'],
    deletedRepositories: ['REPOSITORY_DELETE'],
    createRepository: ['REPOSITORY_CREATE'],
    createRepositories: ['REPOSITORY_CREATE'],
    updateRepository: ['REPOSITORY_UPDATE'],
    deleteRepositories: ['REPOSITORY_DELETE'],
    restoreRepositories: ['REPOSITORY_DELETE'],
  },
  recordFields: {
    id: 'signedIn',
    name: 'signedIn',
    link: 'signedIn',
    description: 'signedIn',
    organization: 'signedIn',
    createdAt: 'signedIn',
    updatedAt: 'signedIn',
    viewerCanUpdate: 'signedIn',
    viewerCanDelete: 'signedIn',
  },
  newRecord: (name) => ({ name, link: 'https://git.example.com/some/thing' }),
  pages: [
    '/app/repositories',
    '/manager/repositories',
    '/manager/repositories/new',
    '/manager/repositories/csv-import',
    '/manager/repositories/deleted',
  ],
  sameAsEnglish: {
    fr: ['repository:field.description', 'repository:field.id'],
    sw: ['repository:field.id'],
  },
};
