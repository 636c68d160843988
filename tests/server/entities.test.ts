import { readFileSync } from 'node:fs';
import { assertInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { entities, tableOf } from '#server/entities.ts';
import { createRepository } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

/** `INSERT user` and so on, for each trigger that calls `callee`. */
async function triggersOf(callee: string): Promise<string[]> {
  const rows = await server.database.$queryRaw<{ name: string }[]>`
    SELECT operation || ' ' || relname AS name
    FROM pg_trigger
      JOIN pg_proc ON pg_proc.oid = tgfoid AND proname = ${callee}
      JOIN pg_class ON pg_class.oid = tgrelid
      JOIN (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) AS bits (bit, operation)
        ON tgtype & bit <> 0`;
  return rows.map(({ name }) => name);
}

/** Shown if the triggers differ from what entities declare. */
const lacks = (call: string) =>
  `the migration of a table needs SELECT ${call}('<table>'), or its entity.ts declares something else`;

const prefixed = (tables: string[], operations: string[]) =>
  tables.flatMap((table) => operations.map((operation) => `${operation} ${table}`));

it('counts the rows of entities that are counted', async () => {
  const tables = entities.filter(({ isCounted }) => isCounted).map(({ model }) => tableOf(model));
  expect(tables).toContain('repository');
  // Repositories of organizations are counted separately, too.
  const callees = ['count_rows', 'count_organization_repositories'];
  const triggers = (await Promise.all(callees.map(triggersOf))).flat();
  expect(triggers.sort(), lacks('count_rows_of')).toEqual(
    prefixed(tables, ['INSERT', 'DELETE', 'TRUNCATE']).sort(),
  );
  const counters = await server.database.rowCount.findMany({ orderBy: { table: 'asc' } });
  expect(counters.map(({ table }) => table)).toEqual(tables.sort());
});

it('notifies of the changes of entities that are watched', async () => {
  const withEvents = (wanted: string) =>
    entities.filter(({ liveEvents }) => liveEvents === wanted).map(({ model }) => tableOf(model));
  const callees = ['notify_changes', 'notify_organization_changes'];
  const triggers = (await Promise.all(callees.map(triggersOf))).flat();
  expect(triggers.sort(), lacks('notify_changes_of')).toEqual(
    [
      ...prefixed(withEvents('streamed'), ['INSERT', 'UPDATE', 'DELETE']),
      ...prefixed(withEvents('internal'), ['DELETE']),
      // Revoking a token ends its streams.
      'UPDATE access_token',
    ].sort(),
  );
});

it('moves the `updatedAt` that the API shows with every change', async () => {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const shown = entities.filter(({ model }) =>
    types.some((type) => type.name === model && 'updatedAt' in type.getFields()),
  );
  const tables = shown.map(({ model }) => tableOf(model));
  expect(tables).toContain('repository');
  const found = (await triggersOf('move_updated_at')).sort();
  expect(found, lacks('move_updated_at_of')).toEqual(prefixed(tables, ['UPDATE']).sort());
});

it('takes `updatedAt` from the clock of the database, even if an instance is a day behind', async () => {
  const { id } = await createRepository(server.database);
  const updatedAt = new Date(Date.now() - 86_400_000);
  const updated = await server.database.repository.update({ where: { id }, data: { updatedAt } });
  expect(updated.updatedAt.getTime()).toBeGreaterThan(updatedAt.getTime() + 80_000_000);
  const defaults = await server.database.$queryRaw<{ table: string }[]>`
    SELECT "tgrelid"::regclass::text AS "table" FROM pg_trigger
      JOIN pg_proc ON pg_proc.oid = "tgfoid" AND "proname" = 'move_updated_at'
      JOIN pg_attribute ON "attrelid" = "tgrelid" AND "attname" = 'updatedAt'
      LEFT JOIN pg_attrdef ON "adrelid" = "tgrelid" AND "adnum" = "attnum"
    WHERE pg_get_expr("adbin", "adrelid") IS DISTINCT FROM 'now()'`;
  expect(defaults).toEqual([]);
});

it('samples enough of the searched texts to tell rare words from frequent ones', async () => {
  const columns = await server.database.$queryRaw<{ table: string; target: number }[]>`
    SELECT "attrelid"::regclass::text AS "table", "attstattarget"::int AS "target" FROM pg_attribute
    WHERE "attname" = 'searchText' AND "attnum" > 0
      AND "attrelid" IN (SELECT "oid" FROM pg_class WHERE "relkind" = 'r')`;
  expect(columns.length).toBeGreaterThan(1);
  const missing = columns
    .filter(({ target }) => target !== 1_000)
    .map(
      ({ table }) =>
        `the migration of a table needs ALTER TABLE ${table} ALTER COLUMN "searchText" SET STATISTICS 1000;`,
    );
  expect(missing).toEqual([]);
});

it('keeps every stored column of a deleted repository', async () => {
  const missing = await server.database.$queryRaw<{ message: string }[]>`
    SELECT 'DeletedRepository lacks the column ' || "column_name" AS "message"
    FROM information_schema.columns AS "stored"
    WHERE "table_schema" = current_schema() AND "table_name" = 'repository' AND "is_generated" = 'NEVER'
      AND NOT EXISTS (
        SELECT 1 FROM information_schema.columns AS "kept"
        WHERE "kept"."table_schema" = "stored"."table_schema" AND "kept"."table_name" = 'deleted_repository'
          AND "kept"."column_name" = "stored"."column_name")`;
  expect(missing.map(({ message }) => message)).toEqual([]);
});

it('has every index of prisma/schema.prisma', async () => {
  const text = readFileSync('prisma/schema.prisma', 'utf8');
  const names = [...text.matchAll(/^model [\s\S]*?^\}/gm)].flatMap(([model]) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1];
    const indexes = [...model.matchAll(/@@index\(\[([^\]]+)\](?:.*map: "(\w+)")?/g)];
    return indexes.map(
      ([, columns = '', name]) =>
        name ??
        `${table}_${columns
          .replaceAll(/\(.*?\)/g, '')
          .split(', ')
          .join('_')}_idx`,
    );
  });
  const found = await server.database.$queryRaw<{ name: string }[]>`
    SELECT indexname AS "name" FROM pg_indexes WHERE schemaname = current_schema()`;
  const existing = found.map(({ name }) => name);
  const missing = names.filter((name) => !existing.includes(name.slice(0, 63)));
  expect(names.length).toBeGreaterThan(10);
  expect(missing, 'are in no migration').toEqual([]);
});

it('fetches by `node` what declares who may read it', () => {
  const types = schema.getPossibleTypes(assertInterfaceType(schema.getType('Node')));
  const readable = entities.filter(({ readPermission }) => readPermission);
  expect(types.map(({ name }) => name).sort()).toEqual(readable.map(({ model }) => model).sort());
});

it('gives every entity a prefix and a table of its own', () => {
  expect(new Set(entities.map(({ idPrefix }) => idPrefix)).size).toBe(entities.length);
  expect(new Set(entities.map(({ model }) => tableOf(model))).size).toBe(entities.length);
  for (const { idPrefix } of entities) expect(idPrefix).toMatch(/^[a-z]{3,4}$/);
});
