import { createClient, GenqlError } from './generated/index.ts';

const { API = '', TOKEN = '', SEARCH = '' } = process.env;
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

async function readAll() {
  const names: string[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const { repositories } = await readPage(after);
    if (!repositories) break;
    names.push(...repositories.nodes.map(({ name }) => name));
    pages += 1;
    after = repositories.pageInfo.hasNextPage ? repositories.pageInfo.endCursor : null;
  } while (after);
  return { names, pages };
}

const create = () =>
  client.mutation({
    createRepository: {
      __args: { input: { name: `${SEARCH} genql`, link: 'https://example.com/new' } },
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

const { viewer } = await client.query({ viewer: { user: { id: true, email: true, role: true } } });
const { names, pages } = await readAll();
const created = await create();
const again = await create();

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
