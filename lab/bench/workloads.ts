export type Values = {
  id: string;
  term: string;
  name: string;
  cursor: string;
};

type Question = { query?: string; op?: string; variables(values: Values): object };

export type Dialect = Record<WorkloadName, Question>;

type Connection = {
  pageInfo: { hasNextPage: boolean; endCursor: string };
  edges: { node: Record<string, string> }[];
};

// biome-ignore lint/suspicious/noExplicitAny: the dialects differ in shape
export type Answer = any;

const connectionOf = (data: Answer): Connection => Object.values(data)[0] as Connection;
const isPage = (data: Answer) => connectionOf(data).edges.length === 20;
const allContain = (data: Answer, term: string) =>
  connectionOf(data).edges.every(({ node }) =>
    [node.name, node.link, node.description].join('\n').toLowerCase().includes(term.toLowerCase()),
  );

type Workload = {
  title: string;
  isRight(data: Answer, values: Values): boolean;
};

export const workloads = {
  W1: { title: 'first page of 20', isRight: isPage },
  W2: {
    title: 'search, 50 hits',
    isRight: (data, { term }) => isPage(data) && allContain(data, term),
  },
  W3: {
    title: 'page in the middle of the list',
    isRight: (data) => isPage(data) && connectionOf(data).pageInfo.hasNextPage,
  },
  W4: { title: 'by ID', isRight: (data, { id }) => JSON.stringify(data).includes(id) },
  W5: { title: 'create', isRight: (data, { name }) => JSON.stringify(data).includes(name) },
} satisfies Record<string, Workload>;

export type WorkloadName = keyof typeof workloads;

/** The workload that writes. Its rows are removed after each run. */
export const writes: WorkloadName = 'W5';

/** Search terms of equal cost. */
export const terms = ['quasar', 'QUASAR', 'uasar-', 'Quasar'];

const link = (name: string) => `https://git.example.com/${name}`;
const description = 'a row of the benchmark';

const lists = {
  W1: () => ({ first: 20 }),
  W2: ({ term }: Values) => ({ first: 20, searchTerm: term }),
  W3: ({ cursor }: Values) => ({ first: 20, after: cursor }),
};
const byId = ({ id }: Values) => ({ id });
const created = ({ name }: Values) => ({ name, link: link(name), description });

export const operations: Dialect = {
  W1: { op: 'repositories', variables: lists.W1 },
  W2: { op: 'repositories', variables: lists.W2 },
  W3: { op: 'repositories', variables: lists.W3 },
  W4: { op: 'repository', variables: byId },
  W5: { op: 'createRepository', variables: created },
};

const fields = 'name link description createdAt updatedAt';

function documents(names: {
  list: string;
  search: string;
  searchArgument: string;
  order: string;
  cursorType: string;
  fields: string;
}) {
  const { list, search, searchArgument, order, cursorType } = names;
  const page = `{ pageInfo { hasNextPage endCursor } edges { cursor node { ${names.fields} } } }`;
  return {
    W1: {
      query: `query ($first: Int) { ${list}(first: $first${order}) ${page} }`,
      variables: lists.W1,
    },
    W2: {
      query: `query ($first: Int, $searchTerm: String) { ${search}(first: $first, ${searchArgument}: $searchTerm${order}) ${page} }`,
      variables: lists.W2,
    },
    W3: {
      query: `query ($first: Int, $after: ${cursorType}) { ${list}(first: $first, after: $after${order}) ${page} }`,
      variables: lists.W3,
    },
  };
}

const relayNames = {
  list: 'repositories',
  search: 'repositories',
  searchArgument: 'searchTerm',
  order: '',
  cursorType: 'String',
  fields: `id ${fields}`,
};
const repositoryById = {
  query: `query ($id: ID!) { repository(id: $id) { id ${fields} } }`,
  variables: byId,
};

export const relay: Dialect = {
  ...documents(relayNames),
  W4: repositoryById,
  W5: {
    query: `mutation ($name: String!, $link: String!, $description: String) { createRepository(name: $name, link: $link, description: $description) { id ${fields} } }`,
    variables: created,
  },
};

export const ownApi: Dialect = {
  ...documents(relayNames),
  W4: repositoryById,
  W5: {
    query: `mutation ($name: String!, $link: String!, $description: String) { createRepository(input: { name: $name, link: $link, description: $description }) { repository { id ${fields} } errors { code } } }`,
    variables: created,
  },
};

export const postgraphile: Dialect = {
  ...documents({
    list: 'allRepositories',
    search: 'searchRepositories',
    searchArgument: 'term',
    order: ', orderBy: [NAME_ASC]',
    cursorType: 'Cursor',
    fields: `rowId ${fields}`,
  }),
  W4: {
    query: `query ($id: String!) { repositoryByRowId(rowId: $id) { rowId ${fields} } }`,
    variables: byId,
  },
  W5: {
    query: `mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { rowId ${fields} } } }`,
    variables: ({ name }) => ({
      input: { repository: { rowId: name, name, link: link(name), description } },
    }),
  },
};
