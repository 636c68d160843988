import { createClient } from 'graphql-sse';
import { API, prove, readAll, SEARCH, TOKEN } from '../common/proof.ts';
import type { TypedDocumentString } from './generated/graphql.ts';
import { graphql } from './generated/index.ts';

let listening = () => {};
const isListening = new Promise<void>((resolve) => {
  listening = resolve;
});

const headers = { authorization: `Bearer ${TOKEN}` };
const client = createClient({ url: API, headers });
const events = createClient({
  url: API,
  headers,
  async fetchFn(...request: Parameters<typeof fetch>) {
    const response = await fetch(...request);
    listening();
    return response;
  },
});

const Viewer = graphql(`
  query Viewer {
    viewer {
      user {
        id
        email
        role
      }
    }
  }
`);

const Page = graphql(`
  query Page($searchTerm: String!, $after: String) {
    repositories(
      first: 10
      after: $after
      searchTerm: $searchTerm
      orderBy: { field: NAME, direction: ASC }
    ) {
      nodes {
        id
        name
        link
        createdAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const Create = graphql(`
  mutation Create($input: CreateRepositoryInput!) {
    createRepository(input: $input) {
      repository {
        id
        name
      }
      errors {
        code
        field
        message
      }
    }
  }
`);

const Users = graphql(`
  query Users {
    users(first: 1) {
      totalCount
    }
  }
`);

const Events = graphql(`
  subscription Events {
    events {
      __typename
      ... on RecordChange {
        kind
        type
        recordId
      }
    }
  }
`);

const Changed = graphql(`
  query Changed($id: ID!) {
    node(id: $id) {
      __typename
      ... on Repository {
        name
      }
    }
  }
`);

async function request<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) {
  const results = client.iterate<Data>({ query: document.toString(), variables });
  for await (const result of results) return result;
  throw new Error('The stream ended without a result.');
}

async function waitForChange(name: string) {
  const results = events.iterate<
    typeof Events extends TypedDocumentString<infer Data, never> ? Data : never
  >({
    query: Events.toString(),
  });
  for await (const { data } of results) {
    const event = data?.events;
    if (event?.__typename !== 'RecordChange' || event.type !== 'REPOSITORY') continue;
    const changed = (await request(Changed, { id: event.recordId })).data?.node;
    if (changed?.__typename === 'Repository' && changed.name === name) return event.kind;
  }
  throw new Error('The stream ended without the change.');
}

const change = waitForChange(`${SEARCH} graphql-sse`);

await prove(
  {
    name: 'graphql-sse',
    readEmail: async () => (await request(Viewer, {})).data?.viewer?.user.email,
    readNames: () =>
      readAll(
        async (after) => (await request(Page, { searchTerm: SEARCH, after })).data?.repositories,
      ),
    create: async (input) => {
      await isListening;
      return (await request(Create, { input })).data?.createRepository;
    },
    readRefused: async () => (await request(Users, {})).errors?.[0]?.extensions?.code,
  },
  async () => ({ heard: await change }),
);
