import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '#server/database/client.ts';
import { query } from '#tests/support/database.ts';
import { planOf } from '#tests/support/plans.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { as } = server;
const database = createDatabase(server.url);
afterAll(() => database.$disconnect());
const rows = 30_000;

/** A word of a single row that is in the statistics' histogram, so PostgreSQL estimates it at 0.1% of the rows. */
let misjudged = '';

beforeAll(async () => {
  await query(
    server.url,
    `INSERT INTO "repository" ("id", "name", "link", "updatedAt")
    SELECT 'repo_' || lpad(i::text, 26, '0'),
      md5(i::text) || 'w' || i || CASE i % 12 WHEN 0 THEN ' frequent' ELSE '' END,
      'https://git.example/' || i, now()
    FROM generate_series(1, ${rows}) AS i`,
  );
  await query(server.url, 'VACUUM ANALYZE "repository"');
  const [bound] = await database.$queryRaw<{ text: string }[]>`
    SELECT "text" FROM pg_stats, unnest(histogram_bounds::text::text[]) AS "text"
    WHERE tablename = 'repository' AND attname = 'searchText' AND "text" NOT LIKE '%frequent%' LIMIT 1`;
  misjudged = bound?.text.split('\n')[0]?.split(' ')[0] ?? '';
}, 60_000);

const queryFor = (word: string) => ({
  where: { AND: [{ AND: [{ searchText: { contains: word } }] }] },
  orderBy: [{ createdAt: 'desc' as const }, { id: 'desc' as const }],
  take: 21,
});

async function indexesOf(word: string, sample: string): Promise<(string | undefined)[]> {
  const read = (capture: Database) => capture.repository.findMany(queryFor(word));
  const nodes = await planOf(database, read, Array(300).fill(sample));
  return nodes.flatMap((node) => node['Index Name'] ?? []);
}

describe('the statement for words', () => {
  it('that are rare reads the trigram index, even for one that statistics misjudge', async () => {
    expect(misjudged).toMatch(/^[0-9a-f]{32}w/);
    expect(await indexesOf(misjudged, 'other')).toEqual(['repository_search_idx']);
  });

  it('that are frequent reads rows in the order of the list', async () => {
    expect(await indexesOf('frequent', 'a frequent word')).toEqual(['repository_createdAt_id_idx']);
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
    const again = await search(misjudged.toUpperCase());
    expect(again.data.repositories.nodes).toEqual([{ name: misjudged }]);
    expect(again.statements).toBe(2);
    const frequent = await search('frequent');
    expect(frequent.data.repositories.nodes).toHaveLength(20);
  });

  it('is of no concern to searches that read related records', async () => {
    const admin = await as('admin');
    const { data, errors } = await admin.send(
      `query ($term: String) {
        repositories(searchTerm: $term) { nodes { name organization { name } } }
        users(searchTerm: "admin") { nodes { sessions(first: 1) { nodes { id } } } }
      }`,
      { term: misjudged },
    );
    expect(errors).toEqual([]);
    expect(data.repositories.nodes).toEqual([{ name: misjudged, organization: null }]);
    expect(data.users.nodes.length).toBeGreaterThan(0);
  });
});
