/** The migration of each removal, on a database with sample data. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seed } from '#prisma/seed.ts';
import { withClient } from '#scripts/lib/database.ts';
import { features, requireFeature } from '#scripts/remove/features.ts';
import { newId } from '#server/database/ids.ts';
import { freshDatabase, query, type TestDatabase } from '#tests/support/database.ts';
import {
  catalogOfSchema,
  isStored,
  migrateWithout,
  readCatalog,
  reducedSchema,
  storedNames,
} from './removal-migration.ts';

const stored = features.filter(isStored).map((feature) => [feature.name, feature] as const);

let database: TestDatabase;
let empty: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  empty = await freshDatabase();
});
afterEach(() => Promise.all([database.drop(), empty.drop()]));

/** Names in SQL, and tables that it names in a string. */
const namesIn = (sql: string, isTable: (name: string) => boolean): string[] =>
  sql.replace(/'(\w+)'/g, (text, word) => (isTable(word) ? text : '')).match(/\w+/g) ?? [];

const counted = `SELECT "table", sum("rows") AS "rows" FROM (
    SELECT "table", "rows" FROM "row_count" UNION ALL SELECT "table", "rows" FROM "row_count_part"
  ) AS "counts" WHERE to_regclass(quote_ident("table")) IS NOT NULL GROUP BY 1`;

it.each(stored)('leaves nothing of %s, and the rest as it was', async (_name, feature) => {
  const { url } = database;
  await withClient(url, (client) => seed(client));
  const before = await readCatalog(url);
  await migrateWithout(feature, url, async (script) => {
    await query(empty.url, script);
  });
  const after = await readCatalog(url);
  expect(after, 'with and without data').toEqual(await readCatalog(empty.url));

  const { columns, types, indexes } = await catalogOfSchema(reducedSchema(feature));
  expect(after).toMatchObject({ columns, types });
  expect(Object.keys(after.columns).sort()).toEqual(Object.keys(columns).sort());
  expect(Object.keys(after.indexes)).toEqual(expect.arrayContaining(Object.keys(indexes)));

  const isTable = (name: string) =>
    Object.keys(before.columns).some((column) => column.startsWith(`${name}.`));
  const [former, remaining] = [storedNames(before), storedNames(after)];
  const namesGone = (sql: string) =>
    namesIn(sql, isTable).some((name) => former.has(name) && !remaining.has(name));
  const definitions = Object.values(after).flatMap((kind) => Object.entries(kind));
  expect(definitions.filter((definition) => namesGone(definition.join(' ')))).toEqual([]);
  for (const kind of ['indexes', 'constraints'] as const) {
    for (const [name, sql] of Object.entries(before[kind])) {
      const found = after[kind][name];
      if (!namesGone(`${name} ${sql}`)) expect(found, name).toBe(sql);
      if (!namesGone(name) && sql.startsWith('CREATE UNIQUE')) expect(found, name).toBeDefined();
    }
  }

  const counters = await query<{ table: string; rows: string }>(url, counted);
  expect(counters.length).toBeGreaterThan(1);
  for (const { table, rows } of counters) {
    expect(await query(url, `SELECT count(*) AS "rows" FROM "${table}"`)).toEqual([{ rows }]);
  }
});

it('deletes service accounts, which would be people without access tokens', async () => {
  const { url } = database;
  await query(
    url,
    `INSERT INTO "user" ("id", "email", "role", "isServiceAccount", "updatedAt") VALUES
       ('${newId('User')}', 'robot@example.com', 'admin', true, now()), ('${newId('User')}', 'ada@example.com', 'admin', false, now())`,
  );
  await migrateWithout(requireFeature('access-tokens'), url);
  expect(await query(url, 'SELECT "email" FROM "user"')).toEqual([{ email: 'ada@example.com' }]);
});
