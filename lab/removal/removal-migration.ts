/** The migration of a removal, on a database of its own. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateSchema } from '#scripts/db/new-migration.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { reducePrismaSchema } from '#scripts/remove/data-rows.ts';
import type { Feature } from '#scripts/remove/feature.ts';
import { completeNewestMigration } from '#scripts/remove/migration.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { emptyDatabase, formerTables, query } from '#tests/support/database.ts';

export type StoredFeature = Pick<Feature, 'names' | 'stored' | 'discarded' | 'restored' | 'prose'>;

const schema = 'prisma/schema.prisma';

/** `schema.prisma` without the feature. */
export function reducedSchema({ names, stored = names, prose }: StoredFeature): string {
  return reducePrismaSchema(schema, readFileSync(schema, 'utf8'), stored, prose).text;
}

export const isStored = (feature: StoredFeature) =>
  reducedSchema(feature) !== readFileSync(schema, 'utf8');

/** Writes the migration, calls `work` with its script, and applies it to the database at `url`. */
export async function migrateWithout(
  feature: StoredFeature,
  url: string,
  work: (script: string) => Promise<void> = async () => {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'removed-'));
  try {
    const prisma = join(folder, 'prisma');
    cpSync('prisma', prisma, { recursive: true });
    writeFileSync(join(folder, schema), reducedSchema(feature));
    const [path = ''] = await migrateSchema(url, prisma, 'remove', { together: true });
    completeNewestMigration(folder, feature);
    await work(readFileSync(join(prisma, path), 'utf8'));
    await migrate(url, join(prisma, 'migrations'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Definition = { name: string; sql: string };

/** What remains of a schema, by what PostgreSQL's catalog prints. */
export async function readCatalog(url: string) {
  const read = async (sql: string) =>
    Object.fromEntries((await query<Definition>(url, sql)).map((each) => [each.name, each.sql]));
  return {
    columns: await read(
      `SELECT table_name || '.' || column_name AS "name", udt_name AS "sql" FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name NOT LIKE '\\_%'
         AND table_name NOT IN (${formerTables.map((name) => `'${name}'`).join()})`,
    ),
    functions: await read(
      `SELECT p.oid::regprocedure::text AS "name", pg_get_functiondef(p.oid) AS "sql" FROM pg_proc AS p
       WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
         AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`,
    ),
    triggers: await read(
      `SELECT tgrelid::regclass || '.' || tgname AS "name", pg_get_triggerdef(oid) AS "sql" FROM pg_trigger WHERE NOT tgisinternal`,
    ),
    indexes: await read(
      `SELECT tablename || '.' || indexname AS "name", indexdef AS "sql" FROM pg_indexes WHERE schemaname = 'public'`,
    ),
    constraints: await read(
      `SELECT conrelid::regclass || '.' || conname AS "name", pg_get_constraintdef(oid) AS "sql" FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'c', 'x', 'f')`,
    ),
    types: await read(
      `SELECT typname AS "name", string_agg(enumlabel, ' ' ORDER BY enumlabel) AS "sql" FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
       WHERE typnamespace = 'public'::regnamespace GROUP BY 1`,
    ),
  };
}

export type Catalog = Awaited<ReturnType<typeof readCatalog>>;

/** Names of tables and columns. */
export const storedNames = ({ columns }: Catalog) =>
  new Set(Object.keys(columns).flatMap((name) => name.split('.')));

/** What Prisma would create in an empty database. */
export async function catalogOfSchema(content: string): Promise<Catalog> {
  const { url, drop } = await emptyDatabase();
  try {
    const [generators = ''] = content.split(/^(?=model )/m);
    await query(url, await diffSchemas(url, generators, content));
    return await readCatalog(url);
  } finally {
    await drop();
  }
}
