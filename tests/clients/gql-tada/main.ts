import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/graphql-env.d.ts';

const { API = '', TOKEN = '', SEARCH = '' } = process.env;

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

const readPage = (after: string | null) => client.query(Page, { searchTerm: SEARCH, after });

async function readAll() {
  const names: string[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const { data, error } = await readPage(after);
    if (error) throw error;
    names.push(...(data?.repositories?.nodes ?? []).map(({ name }) => name));
    pages += 1;
    const pageInfo = data?.repositories?.pageInfo;
    after = pageInfo?.hasNextPage ? pageInfo.endCursor : null;
  } while (after);
  return { names, pages };
}

const { data, error } = await client.query(Viewer, {});
if (error) throw error;
const { names, pages } = await readAll();
const input = { name: `${SEARCH} gql-tada`, link: 'https://example.com/new' };
const created = await client.mutation(Create, { input });
const again = await client.mutation(Create, { input });
const refused = await client.query(Users, {});

console.log(
  JSON.stringify({
    viewer: data?.viewer?.user.email,
    names,
    pages,
    created: created.data?.createRepository?.repository?.name,
    payloadError: again.data?.createRepository?.errors.map(({ code, field }) => ({ code, field })),
    topLevelError: refused.error?.graphQLErrors[0]?.extensions.code,
  }),
);
