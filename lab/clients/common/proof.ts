export const { API = '', TOKEN = '', SEARCH = '' } = process.env;

type Page =
  | {
      nodes: readonly { name: string }[];
      pageInfo: { hasNextPage: boolean; endCursor?: string | null };
    }
  | null
  | undefined;

type Created =
  | {
      repository?: { name: string } | null;
      errors: readonly { code: string; field?: readonly string[] | null }[];
    }
  | null
  | undefined;

export async function readAll(readPage: (after: string | null) => Promise<Page>) {
  const names: string[] = [];
  let pages = 0;
  let after: string | null = null;
  do {
    const page: Page = await readPage(after);
    names.push(...(page?.nodes ?? []).map(({ name }) => name));
    pages += 1;
    after = (page?.pageInfo.hasNextPage && page.pageInfo.endCursor) || null;
  } while (after);
  return { names, pages };
}

type Client = {
  name: string;
  readEmail: () => Promise<string | undefined>;
  readNames: () => Promise<{ names: string[]; pages: number }>;
  create: (input: { name: string; link: string }) => Promise<Created>;
  readRefused: () => Promise<unknown>;
};

export async function prove(
  { name, readEmail, readNames, create, readRefused }: Client,
  further: () => Promise<object> = async () => ({}),
) {
  const viewer = await readEmail();
  const { names, pages } = await readNames();
  const input = { name: `${SEARCH} ${name}`, link: 'https://example.com/new' };
  const created = await create(input);
  const again = await create(input);
  const topLevelError = await readRefused();
  console.log(
    JSON.stringify({
      viewer,
      names,
      pages,
      created: created?.repository?.name,
      payloadError: again?.errors.map(({ code, field }) => ({ code, field })),
      topLevelError,
      ...(await further()),
    }),
  );
}
