import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { API, prove, SEARCH, TOKEN } from '../common/proof.ts';
import { graphql } from './generated/index.ts';

const client = new ApolloClient({
  link: new HttpLink({ uri: API, headers: { authorization: `Bearer ${TOKEN}` } }),
  cache: new InMemoryCache({
    typePolicies: {
      Query: { fields: { repositories: relayStylePagination(['searchTerm', 'orderBy']) } },
    },
  }),
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
      edges {
        cursor
        node {
          id
          name
          link
          createdAt
        }
      }
      pageInfo {
        startCursor
        endCursor
        hasPreviousPage
        hasNextPage
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

async function readNames() {
  const variables = { searchTerm: SEARCH };
  const list = client.watchQuery({ query: Page, variables });
  const watching = list.subscribe(() => {});
  await list.refetch();
  let pages = 1;
  const read = () => client.readQuery({ query: Page, variables })?.repositories;
  while (read()?.pageInfo.hasNextPage) {
    await list.fetchMore({ variables: { after: read()?.pageInfo.endCursor } });
    pages += 1;
  }
  watching.unsubscribe();
  return { names: (read()?.edges ?? []).map(({ node }) => node.name), pages };
}

async function readRefused(): Promise<unknown> {
  try {
    await client.query({ query: Users });
    return undefined;
  } catch (error) {
    if (!CombinedGraphQLErrors.is(error)) throw error;
    return error.errors[0]?.extensions?.code;
  }
}

await prove({
  name: 'apollo',
  readEmail: async () => (await client.query({ query: Viewer })).data?.viewer?.user.email,
  readNames,
  create: async (input) => {
    const { data } = await client.mutate({ mutation: Create, variables: { input } });
    return data?.createRepository;
  },
  readRefused,
});
