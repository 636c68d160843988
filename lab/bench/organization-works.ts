export type Person = 'one' | 'fifty' | 'manager';

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
const list = `{
  repositories(first: 20) {
    nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`;
const isPage = ({ repositories }: Answer) => repositories.nodes.length === 20;

const switcher = `{ viewer { memberships(first: 100) {
  nodes { id role organization { id name slug viewerCanLeave } } pageInfo { hasNextPage endCursor } } } }`;
const ownOrganization = async (ask: Ask): Promise<{ id: string }> => {
  const { viewer } = await ask(
    '{ viewer { memberships(first: 1) { nodes { organization { id } } } } }',
    {},
  );
  return { id: viewer.memberships.nodes[0].organization.id };
};
const members = `query ($id: ID!, $searchTerm: String) { organization(id: $id) {
  members(first: 20, searchTerm: $searchTerm) {
    nodes { id userId name role isViewer createdAt viewerCanUpdate viewerCanRemove }
    pageInfo { hasNextPage endCursor } } } }`;
const hasMembers = ({ organization }: Answer) => organization.members.nodes.length > 0;

const organizations = `query ($searchTerm: String) { organizations(first: 20, searchTerm: $searchTerm) {
  nodes { id name slug memberCount createdAt updatedAt } pageInfo { hasNextPage endCursor } } }`;

const ofEverybody = { query: list, variables: () => ({}), isRight: isPage };
const ofFifty = { who: 'fifty', query: members, isRight: hasMembers } as const;

/** The first one is what the others are compared with. */
export const works: readonly Work[] = [
  { ...ofEverybody, title: 'repositories of everybody', who: 'manager' },
  { ...ofEverybody, title: 'repositories of one organization and the installation', who: 'one' },
  { ...ofEverybody, title: 'repositories of fifty and the installation', who: 'fifty' },
  {
    title: 'switcher, fifty organizations',
    who: 'fifty',
    query: switcher,
    variables: () => ({}),
    isRight: (data) => data.viewer.memberships.nodes.length === 50,
  },
  { ...ofFifty, title: 'members', variables: ownOrganization },
  {
    ...ofFifty,
    title: 'members, search',
    variables: async (ask) => ({ ...(await ownOrganization(ask)), searchTerm: 'alpha' }),
  },
  {
    title: 'organizations, search',
    who: 'manager',
    query: organizations,
    variables: () => ({ searchTerm: 'ization 77' }),
    isRight: (data) => data.organizations.nodes.length > 0,
  },
];
