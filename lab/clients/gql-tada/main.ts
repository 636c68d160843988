import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import { API, prove, readAll, SEARCH, TOKEN } from '../common/proof.ts';
import type { introspection } from './generated/graphql-env.d.ts';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; Date: string; URL: string };
}>();

const client = new Client({
  url: API,
  preferGetMethod: false,
  exchanges: [cacheExchange, fetchExchange],
  fetchOptions: { headers: { authorization: `Bearer ${TOKEN}` } },
});

const Viewer = graphql('query Viewer { viewer { user { id email role } } }');

const Page = graphql(`
  query Page($searchTerm: String!, $after: String) {
    repositories(
      first: 10
      after: $after
      searchTerm: $searchTerm
      orderBy: { field: NAME, direction: ASC }
    ) {
      nodes { id name link createdAt }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const Create = graphql(`
  mutation Create($input: CreateRepositoryInput!) {
    createRepository(input: $input) {
      repository { id name }
      errors { code field message }
    }
  }
`);

const Users = graphql('query Users { users(first: 1) { totalCount } }');

await prove({
  name: 'gql-tada',
  readEmail: async () => {
    const { data, error } = await client.query(Viewer, {});
    if (error) throw error;
    return data?.viewer?.user.email;
  },
  readNames: () =>
    readAll(async (after) => {
      const { data, error } = await client.query(Page, { searchTerm: SEARCH, after });
      if (error) throw error;
      return data?.repositories;
    }),
  create: async (input) => (await client.mutation(Create, { input })).data?.createRepository,
  readRefused: async () => (await client.query(Users, {})).error?.graphQLErrors[0]?.extensions.code,
});
