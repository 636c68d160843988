import { API, prove, readAll, SEARCH, TOKEN } from '../common/proof.ts';
import { createClient, GenqlError } from './generated/index.ts';

const client = createClient({ url: API, headers: { authorization: `Bearer ${TOKEN}` } });

const readPage = (after: string | null) =>
  client.query({
    repositories: {
      __args: {
        first: 10,
        after,
        searchTerm: SEARCH,
        orderBy: { field: 'NAME', direction: 'ASC' },
      },
      nodes: { id: true, name: true, link: true, createdAt: true },
      pageInfo: { hasNextPage: true, endCursor: true },
    },
  });

const create = (input: { name: string; link: string }) =>
  client.mutation({
    createRepository: {
      __args: { input },
      repository: { id: true, name: true },
      errors: { code: true, field: true, message: true },
    },
  });

async function readRefused(): Promise<unknown> {
  try {
    await client.query({ users: { __args: { first: 1 }, totalCount: true } });
    return undefined;
  } catch (error) {
    if (!(error instanceof GenqlError)) throw error;
    return error.errors[0]?.extensions?.code;
  }
}

await prove({
  name: 'genql',
  readEmail: async () => {
    const { viewer } = await client.query({
      viewer: { user: { id: true, email: true, role: true } },
    });
    return viewer?.user.email;
  },
  readNames: () => readAll(async (after) => (await readPage(after)).repositories),
  create: async (input) => (await create(input)).createRepository,
  readRefused,
});
