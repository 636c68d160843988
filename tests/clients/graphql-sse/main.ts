import { createClient } from 'graphql-sse';
import type { TypedDocumentString } from './generated/graphql.ts';
import { graphql } from './generated/index.ts';

const { API = '', TOKEN = '', SEARCH = '' } = process.env;

/** Resolved once the server has answered the stream of events: it reports what happens from then on. */
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
        node {
          __typename
          id
          ... on Repository {
            name
          }
        }
      }
    }
  }
`);

/** The first result of a document. */
async function request<Data, Variables extends Record<string, unknown>>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
) {
  const results = client.iterate<Data>({ query: document.toString(), variables });
  for await (const result of results) return result;
  throw new Error('The stream ended without a result.');
}

const readPage = (after: string | null | undefined) => request(Page, { searchTerm: SEARCH, after });

async function readAll() {
  const names: string[] = [];
  let pages = 0;
  let after: string | null | undefined;
  do {
    const { data } = await readPage(after);
    names.push(...(data?.repositories?.nodes ?? []).map(({ name }) => name));
    pages += 1;
    const pageInfo = data?.repositories?.pageInfo;
    after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return { names, pages };
}

/** The kind of the first change of the repository with this name. */
async function waitForChange(name: string) {
  const results = events.iterate<
    typeof Events extends TypedDocumentString<infer Data, never> ? Data : never
  >({
    query: Events.toString(),
  });
  for await (const { data } of results) {
    const event = data?.events;
    if (event?.__typename !== 'RecordChange' || event.node?.__typename !== 'Repository') continue;
    if (event.node.name === name) return event.kind;
  }
  throw new Error('The stream ended without the change.');
}

const { data } = await request(Viewer, {});
const { names, pages } = await readAll();
const input = { name: `${SEARCH} graphql-sse`, link: 'https://example.com/new' };
const change = waitForChange(input.name);
await isListening;
const created = await request(Create, { input });
const again = await request(Create, { input });
const refused = await request(Users, {});

console.log(
  JSON.stringify({
    viewer: data?.viewer?.user.email,
    names,
    pages,
    created: created.data?.createRepository?.repository?.name,
    payloadError: again.data?.createRepository?.errors.map(({ code, field }) => ({ code, field })),
    topLevelError: refused.errors?.[0]?.extensions?.code,
    heard: await change,
  }),
);
