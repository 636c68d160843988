import { ClientError, GraphQLClient } from 'graphql-request';
import { API, prove, readAll, SEARCH, TOKEN } from '../common/proof.ts';
import { graphql } from './generated/index.ts';

const client = new GraphQLClient(API, { headers: { authorization: `Bearer ${TOKEN}` } });

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

async function readRefused(): Promise<unknown> {
  try {
    await client.request(Users);
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.response.errors?.[0]?.extensions?.code;
  }
}

await prove({
  name: 'graphql-request',
  readEmail: async () => (await client.request(Viewer)).viewer?.user.email,
  readNames: () =>
    readAll(
      async (after) => (await client.request(Page, { searchTerm: SEARCH, after })).repositories,
    ),
  create: async (input) => (await client.request(Create, { input })).createRepository,
  readRefused,
});
