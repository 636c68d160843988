import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { searchStatement } from '#server/database/rows.ts';
import { areFrequent } from '#server/database/search-sample.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database, as } = server;
const rows = 30_000;

/** A word of a single row that is in the statistics' histogram, so PostgreSQL estimates it at 1% of the rows. */
let misjudged = '';

beforeAll(async () => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`
    INSERT INTO "repository" ("id", "name", "link", "updatedAt")
    SELECT 'repo_' || lpad(i::text, 26, '0'),
      md5(i::text) || 'w' || i || CASE i % 12 WHEN 0 THEN ' frequent' ELSE '' END,
      'https://git.example/' || i, now()
    FROM generate_series(1, ${rows}) AS i`);
  await client.query('VACUUM ANALYZE "repository"');
  await client.end();
  const [bound] = await database.$queryRaw<{ text: string }[]>`
    SELECT (histogram_bounds::text::text[])[50] AS "text" FROM pg_stats
    WHERE tablename = 'repository' AND attname = 'searchText'`;
  misjudged = bound?.text.split('\n')[0]?.split(' ')[0] ?? '';
}, 60_000);

const queryFor = (word: string) => ({
  where: { AND: [{ AND: [{ searchText: { contains: word } }] }] },
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  take: 21,
  words: [word],
});

type Plan = { 'Node Type': string; 'Index Name'?: string; Plans?: Plan[] };
const scans = (plan: Plan): string[] => [
  ...(plan['Index Name'] ? [plan['Index Name']] : []),
  ...(plan.Plans ?? []).flatMap(scans),
];

async function indexesOf({ text, values }: { text: string; values: unknown[] }) {
  const [row] = await database.$queryRawUnsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    ...values,
  );
  return (row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scans(Plan));
}

describe('the statement for words', () => {
  it('that are rare reads the trigram index, even for one that statistics misjudge', async () => {
    expect(misjudged).toMatch(/^[0-9a-f]{32}w/);
    expect(await indexesOf(searchStatement('Repository', queryFor(misjudged), false))).toEqual([
      'repository_search_idx',
    ]);
  });

  it('that are frequent reads rows in the order of the list', async () => {
    expect(await indexesOf(searchStatement('Repository', queryFor('frequent'), true))).toEqual([
      'repository_createdAt_id_idx',
    ]);
  });
});

describe('a sample of the rows', () => {
  it('is read once, by no request', async () => {
    const admin = await as('admin');
    const search = (searchTerm: string) =>
      admin.send(
        'query ($searchTerm: String) { repositories(searchTerm: $searchTerm) { nodes { name } } }',
        { searchTerm },
      );
    const first = await search(misjudged);
    expect(first.data.repositories.nodes).toEqual([{ name: misjudged }]);
    expect(first.statements).toBe(2);
    await expect.poll(() => areFrequent(database, 'Repository', ['frequent'])).toBe(true);
    expect(areFrequent(database, 'Repository', ['frequent', misjudged])).toBe(false);
    expect(areFrequent(database, 'Repository', [misjudged])).toBe(false);
    const again = await search(misjudged.toUpperCase());
    expect(again.data.repositories.nodes).toEqual([{ name: misjudged }]);
    expect(again.statements).toBe(2);
    const frequent = await search('frequent');
    expect(frequent.data.repositories.nodes).toHaveLength(20);
  });

  it('is of no concern to searches that read related records', async () => {
    const admin = await as('admin');
    await expect.poll(() => areFrequent(database, 'Repository', [misjudged])).toBe(false);
    const { data, errors } = await admin.send(
      `query ($term: String) {
        repositories(searchTerm: $term) { nodes { name organization { name } } }
        users(searchTerm: "admin") { nodes { linkedProviders { name } } }
      }`,
      { term: misjudged },
    );
    expect(errors).toEqual([]);
    expect(data.repositories.nodes).toEqual([{ name: misjudged, organization: null }]);
    expect(data.users.nodes.length).toBeGreaterThan(0);
  });

  it('leads to statements with names', async () => {
    const admin = await as('admin');
    const query = vi.spyOn(Client.prototype, 'query');
    for (const searchTerm of [misjudged, 'frequent']) {
      await admin.send(
        'query ($searchTerm: String) { repositories(searchTerm: $searchTerm) { nodes { id } } }',
        { searchTerm },
      );
    }
    const searches = query.mock.calls
      .map(([call]) => call as unknown as { name?: string; text?: string })
      .filter(({ text }) => text?.includes('LIKE'));
    expect(searches).toHaveLength(2);
    for (const { name } of searches) expect(name).toMatch(/^[\w-]{22}$/);
    query.mockRestore();
  });
});
