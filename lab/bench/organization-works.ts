export type Person = 'nobody' | 'one' | 'fifty' | 'manager';

// biome-ignore lint/suspicious/noExplicitAny: each work has data of its own shape
type Answer = any;
type Ask = (query: string, variables: object) => Promise<Answer>;

export type Work = {
  title: string;
  who: Person;
  query: string;
  /** `ask` sends another request as the same person. */
  variables(ask: Ask): Promise<object> | object;
  isRight(data: Answer): boolean;
};

const fields = 'id name link description createdAt updatedAt';
const list = `query ($orderBy: RepositoryOrder, $after: String) {
  repositories(first: 20, orderBy: $orderBy, after: $after) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
const isPage = ({ repositories }: Answer) => repositories.nodes.length === 20;

const order = (field: string, direction = 'DESC') => ({ orderBy: { field, direction } });

const repositories = (who: Person, of: string): Work[] => [
  { title: `repositories ${of}`, who, query: list, variables: () => ({}), isRight: isPage },
  {
    title: `repositories ${of}, last changed first`,
    who,
    query: list,
    variables: () => order('UPDATED_AT'),
    isRight: isPage,
  },
  {
    title: `repositories ${of}, by name`,
    who,
    query: list,
    variables: () => order('NAME', 'ASC'),
    isRight: isPage,
  },
  {
    title: `repositories ${of}, total`,
    who,
    query: '{ repositories(first: 1) { totalCount } }',
    variables: () => ({}),
    isRight: (data) => data.repositories.totalCount > 1_000,
  },
];

const switcher = `{ viewer { memberships(first: 100) {
  nodes { id role organization { id name slug viewerCanLeave } } pageInfo { hasNextPage endCursor } } } }`;
const belongsTo = (count: number) => (data: Answer) =>
  data.viewer.memberships.nodes.length === count;

const ownOrganization = async (ask: Ask): Promise<{ id: string }> => {
  const { viewer } = await ask(
    '{ viewer { memberships(first: 1) { nodes { organization { id } } } } }',
    {},
  );
  return { id: viewer.memberships.nodes[0].organization.id };
};
const members = `query ($id: ID!, $after: String, $searchTerm: String) { organization(id: $id) {
  members(first: 20, after: $after, searchTerm: $searchTerm) {
    nodes { id userId name role isViewer createdAt viewerCanUpdate viewerCanRemove }
    pageInfo { hasNextPage endCursor } } } }`;
const hasMembers = ({ organization }: Answer) => organization.members.nodes.length > 0;

async function middle(ask: Ask) {
  const { id } = await ownOrganization(ask);
  const page = `query ($id: ID!, $after: String) { organization(id: $id) {
    members(first: 100, after: $after) { pageInfo { endCursor } } } }`;
  let after: string | null = null;
  for (let done = 0; done < 500; done += 100) {
    const { organization } = await ask(page, { id, after });
    after = organization.members.pageInfo.endCursor;
  }
  return { id, after };
}

const ofOrganization = `query ($id: ID!, $orderBy: RepositoryOrder) { organization(id: $id) {
  repositories(first: 20, orderBy: $orderBy) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } } }`;
const hasRepositories = ({ organization }: Answer) => organization.repositories.nodes.length === 20;

const organizations = `query ($searchTerm: String) { organizations(first: 20, searchTerm: $searchTerm) {
  nodes { id name slug memberCount createdAt updatedAt } pageInfo { hasNextPage endCursor } } }`;
const hasOrganizations = (data: Answer) => data.organizations.nodes.length > 0;

export const works: readonly Work[] = [
  ...repositories('manager', 'of everybody'),
  ...repositories('nobody', 'of the installation'),
  ...repositories('one', 'of one organization and the installation'),
  ...repositories('fifty', 'of fifty and the installation'),
  ...(
    [
      ['switcher, one organization', 'one', 1],
      ['switcher, fifty organizations', 'fifty', 50],
    ] as const
  ).map(([title, who, count]) => ({
    ...{ title, who, query: switcher, variables: () => ({}), isRight: belongsTo(count) },
  })),
  ...(
    [
      ['members', ownOrganization],
      ['members, in the middle', middle],
      [
        'members, search',
        async (ask: Ask) => ({ ...(await ownOrganization(ask)), searchTerm: 'alpha' }),
      ],
    ] as const
  ).map(([title, variables]) => ({
    ...{ title, who: 'fifty' as const, query: members, variables, isRight: hasMembers },
  })),
  ...(['CREATED_AT', 'UPDATED_AT', 'NAME'] as const).map((field) => ({
    title: `repositories of an organization, by ${field.toLowerCase().replace('_at', '')}`,
    who: 'fifty' as const,
    query: ofOrganization,
    variables: async (ask: Ask) => ({ ...(await ownOrganization(ask)), ...order(field) }),
    isRight: hasRepositories,
  })),
  ...[undefined, 'ization 77'].map((searchTerm) => ({
    title: `organizations${searchTerm ? ', search' : ''}`,
    who: 'manager' as const,
    query: organizations,
    variables: () => ({ searchTerm }),
    isRight: hasOrganizations,
  })),
];
