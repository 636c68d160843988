import type { Client } from 'pg';

export type BackupTable = { name: string; columns: string[] };

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Skips generated columns. Partitions are read through their parent table. */
const tablesQuery = `
  SELECT c.relname AS "name", array_agg(a.attname::text ORDER BY a.attnum) AS "columns"
  FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname <> '_prisma_migrations'
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  GROUP BY c.oid, c.relname ORDER BY c.relname`;

const referencesQuery = `
  SELECT child.relname AS "from", parent.relname AS "to"
  FROM pg_constraint
    JOIN pg_class child ON child.oid = conrelid
    JOIN pg_class parent ON parent.oid = confrelid
  WHERE contype = 'f' AND child.relnamespace = current_schema()::regnamespace AND conrelid <> confrelid`;

/** All tables, referenced ones first, so that rows can be inserted in this order. */
export async function readTables(client: Client): Promise<BackupTable[]> {
  const { rows: tables } = await client.query<BackupTable>(tablesQuery);
  const { rows: references } = await client.query<{ from: string; to: string }>(referencesQuery);
  const left = new Map(tables.map((table) => [table.name, table]));
  const ordered: BackupTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) =>
      references.every(({ from, to }) => from !== name || !left.has(to)),
    );
    // Tables with circular references. Their constraints must be deferrable.
    for (const table of free.length > 0 ? free : [...left.values()]) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

export async function readMigrations(client: Client): Promise<string[] | null> {
  const { rows: found } = await client.query(
    `SELECT to_regclass('"_prisma_migrations"') AS "table"`,
  );
  if (!found[0]?.table) return null;
  const { rows } = await client.query<{ name: string }>(
    `SELECT "migration_name" AS "name" FROM "_prisma_migrations"
     WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY "migration_name"`,
  );
  return rows.map(({ name }) => name);
}

export async function readSequences(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS "name", last_value::text AS "value" FROM pg_sequences
     WHERE schemaname = current_schema() AND last_value IS NOT NULL`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
