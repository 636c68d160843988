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
import { API, prove, readAll, SEARCH, TOKEN } from '../../common/proof.ts';
import type { mainCreateMutation } from './__generated__/mainCreateMutation.graphql';
import type { mainNodeQuery } from './__generated__/mainNodeQuery.graphql';
import type { mainPageQuery } from './__generated__/mainPageQuery.graphql';
import type { mainUsersQuery } from './__generated__/mainUsersQuery.graphql';
import type { mainViewerQuery } from './__generated__/mainViewerQuery.graphql';

const warnings: string[] = [];
console.error = (...parts: unknown[]) => {
  warnings.push(parts.join(' '));
};

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

async function readNames() {
  let nodes: readonly { id: string; name: string }[] = [];
  const { pages } = await readAll(async (after) => {
    const page = (await readPage(after))?.repositories;
    nodes = (page?.edges ?? []).map(({ node }) => node);
    return page && { nodes, pageInfo: page.pageInfo };
  });
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

function create(input: { name: string; link: string }): Promise<mainCreateMutation['response']> {
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
      variables: { input },
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

let first: { id: string; name: string } | undefined;

void prove(
  {
    name: 'relay',
    readEmail: async () => (await readViewer())?.email,
    readNames: async () => {
      const { nodes, pages } = await readNames();
      [first] = nodes;
      return { names: nodes.map(({ name }) => name), pages };
    },
    create: async (input) => (await create(input)).createRepository,
    readRefused,
  },
  async () => ({
    refetched: first !== undefined && (await refetch(first.id)) === first.name,
    warnings,
  }),
);
