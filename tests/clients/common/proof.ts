/** What each client shows: it reads, pages, creates, and gets both kinds of errors. Each has its own way of asking. */

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

/** The names of all entries, read page after page, and the number of pages. */
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
  /** Ends the name of the repository that it creates. */
  name: string;
  readEmail: () => Promise<string | undefined>;
  readNames: () => Promise<{ names: string[]; pages: number }>;
  create: (input: { name: string; link: string }) => Promise<Created>;
  /** Asks for what the token may not read. Returns the code of the error. */
  readRefused: () => Promise<unknown>;
};

/** Runs the client and prints what clients.test.ts expects, as the last line of JSON. */
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
