import {
  commitMutation,
  Environment,
  type FetchFunction,
  fetchQuery,
  type GraphQLResponse,
  graphql,
  Network,
  RecordSource,
  Store,
} from 'relay-runtime';
import type { mainCreateMutation } from './__generated__/mainCreateMutation.graphql';
import type { mainNodeQuery } from './__generated__/mainNodeQuery.graphql';
import type { mainPageQuery } from './__generated__/mainPageQuery.graphql';
import type { mainUsersQuery } from './__generated__/mainUsersQuery.graphql';
import type { mainViewerQuery } from './__generated__/mainViewerQuery.graphql';

const { API = '', TOKEN = '', SEARCH = '' } = process.env;

/** What Relay warns about, such as two records of different types with the same ID. */
const warnings: string[] = [];
console.error = (...parts: unknown[]) => {
  warnings.push(parts.join(' '));
};

/** The codes of the errors in the last response. */
let codes: string[] = [];

const fetchFn: FetchFunction = async ({ text }, variables) => {
  const response = await fetch(API, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify({ query: text, variables }),
  });
  const result = (await response.json()) as GraphQLResponse & {
    errors?: { extensions: { code: string } }[];
  };
  codes = (result.errors ?? []).map(({ extensions }) => extensions.code);
  return result;
};

const environment = new Environment({
  network: Network.create(fetchFn),
  store: new Store(new RecordSource()),
});

async function readViewer() {
  const data = await fetchQuery<mainViewerQuery>(
    environment,
    graphql`
      query mainViewerQuery {
        viewer {
          user {
            id
            email
            role
          }
        }
      }
    `,
    {},
  ).toPromise();
  return data?.viewer?.user;
}

const readPage = (after: string | null | undefined) =>
  fetchQuery<mainPageQuery>(
    environment,
    graphql`
      query mainPageQuery($searchTerm: String!, $after: String) {
        repositories(
          first: 10
          after: $after
          searchTerm: $searchTerm
          orderBy: { field: NAME, direction: ASC }
        ) @connection(key: "main_repositories", filters: ["searchTerm", "orderBy"]) {
          edges {
            node {
              id
              name
              link
              createdAt
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    `,
    { searchTerm: SEARCH, after },
  ).toPromise();

async function readAll() {
  const nodes: { id: string; name: string }[] = [];
  let pages = 0;
  let after: string | null | undefined = null;
  do {
    const data = await readPage(after);
    const page = data?.repositories;
    nodes.splice(0, nodes.length, ...(page?.edges ?? []).map(({ node }) => node));
    pages += 1;
    after = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
  } while (after);
  return { nodes, pages };
}

async function refetch(id: string) {
  const data = await fetchQuery<mainNodeQuery>(
    environment,
    graphql`
      query mainNodeQuery($id: ID!) {
        node(id: $id) {
          id
          ... on Repository {
            name
          }
        }
      }
    `,
    { id },
  ).toPromise();
  return data?.node?.name;
}

function create(name: string): Promise<mainCreateMutation['response']> {
  return new Promise((resolve, reject) => {
    commitMutation<mainCreateMutation>(environment, {
      mutation: graphql`
        mutation mainCreateMutation($input: CreateRepositoryInput!) {
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
      `,
      variables: { input: { name, link: 'https://example.com/new' } },
      onCompleted: resolve,
      onError: reject,
    });
  });
}

async function readRefused(): Promise<string | undefined> {
  await fetchQuery<mainUsersQuery>(
    environment,
    graphql`
      query mainUsersQuery {
        users(first: 1) {
          totalCount
        }
      }
    `,
    {},
  ).toPromise();
  return codes[0];
}

async function main() {
  const viewer = await readViewer();
  const { nodes, pages } = await readAll();
  const first = nodes[0];
  const refetched = first && (await refetch(first.id)) === first.name;
  const name = `${SEARCH} relay`;
  const created = await create(name);
  const again = await create(name);
  console.log(
    JSON.stringify({
      viewer: viewer?.email,
      names: nodes.map((node) => node.name),
      pages,
      created: created.createRepository?.repository?.name,
      payloadError: again.createRepository?.errors.map(({ code, field }) => ({ code, field })),
      topLevelError: await readRefused(),
      refetched,
      warnings,
    }),
  );
}

void main();
