import { ClientError, GraphQLClient } from 'graphql-request';
import { graphql } from './generated/index.ts';

const { API = '', TOKEN = '', SEARCH = '' } = process.env;
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

const readPage = (after: string | null | undefined) =>
  client.request(Page, { searchTerm: SEARCH, after });

async function readAll() {
  const names: string[] = [];
  let pages = 0;
  let after: string | null | undefined;
  do {
    const { repositories } = await readPage(after);
    if (!repositories) break;
    names.push(...repositories.nodes.map(({ name }) => name));
    pages += 1;
    after = repositories.pageInfo.hasNextPage ? repositories.pageInfo.endCursor : null;
  } while (after);
  return { names, pages };
}

async function readRefused(): Promise<unknown> {
  try {
    await client.request(Users);
    return undefined;
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return error.response.errors?.[0]?.extensions?.code;
  }
}

const { viewer } = await client.request(Viewer);
const { names, pages } = await readAll();
const input = { name: `${SEARCH} graphql-request`, link: 'https://example.com/new' };
const created = await client.request(Create, { input });
const again = await client.request(Create, { input });

console.log(
  JSON.stringify({
    viewer: viewer?.user.email,
    names,
    pages,
    created: created.createRepository?.repository?.name,
    payloadError: again.createRepository?.errors.map(({ code, field }) => ({ code, field })),
    topLevelError: await readRefused(),
  }),
);
