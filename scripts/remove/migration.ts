/** Completes the migration of a removal, which Prisma writes from the difference of two schemas. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CliError } from '#server/progress.ts';
import type { Feature } from './feature.ts';

const enumChange =
  /-- AlterEnum\nBEGIN;\nCREATE TYPE "\w+" AS ENUM \(([^)]*)\);\n((?:ALTER TABLE "(\w+)" ALTER COLUMN "\w+" TYPE[^;]*;\n)(?:ALTER TABLE "\3" ALTER COLUMN "\w+" TYPE[^;]*;\n)*)ALTER TYPE "(\w+)" RENAME[\s\S]*?COMMIT;/g;

type EnumChange = { values: string; table: string; columns: readonly string[]; type: string };

/** PostgreSQL neither drops a value of an enum, nor changes a column's type while a trigger's condition reads it. */
const replaceEnum = ({ values, table, columns, type }: EnumChange) => `-- AlterEnum
-- Rows with a removed value are deleted. Triggers are put aside, as they may refuse that, or read the column.
DO $$
DECLARE
    "triggers" text[] := ARRAY(
        SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = '"${table}"'::regclass AND NOT tgisinternal
    );
    "each" text;
BEGIN
    FOR "each" IN SELECT tgname FROM pg_trigger WHERE tgrelid = '"${table}"'::regclass AND NOT tgisinternal LOOP
        EXECUTE format('DROP TRIGGER %I ON "${table}"', "each");
    END LOOP;
    DELETE FROM "${table}" WHERE ${columns.map((column) => `"${column}"::text NOT IN (${values})`).join(' OR ')};
    ALTER TYPE "${type}" RENAME TO "${type}_old";
    CREATE TYPE "${type}" AS ENUM (${values});
    ${columns.map((column) => `ALTER TABLE "${table}" ALTER COLUMN "${column}" TYPE "${type}" USING "${column}"::text::"${type}";`).join('\n    ')}
    DROP TYPE "${type}_old";
    FOREACH "each" IN ARRAY "triggers" LOOP
        EXECUTE "each";
    END LOOP;
END $$;`;

const head = `-- Nothing uses what is removed, once instances of the previous version have stopped.
-- squawk-ignore-file

`;

/**
 * Makes the migration run where there is data.
 *
 * @throws {CliError} for an enum that several tables, or a column with a default, have
 */
export function completeMigration(sql: string): string {
  const completed = sql.replaceAll(enumChange, (_, values, changes: string, table, type) => {
    const columns = [...changes.matchAll(/ALTER COLUMN "(\w+)"/g)].map(([, column = '']) => column);
    return replaceEnum({ values, table, columns, type });
  });
  if (!/^(BEGIN|COMMIT);/m.test(completed)) return completed;
  throw new CliError(
    'The newest migration changes an enum that more than one table has, or a column with a default.',
    'Complete it by hand: what PostgreSQL would refuse stands between BEGIN and COMMIT.',
  );
}

const functionName = /CREATE (?:OR REPLACE )?FUNCTION "?(\w+)/g;
const droppedColumn = /ALTER TABLE "(\w+)"((?:\s+DROP COLUMN "\w+",?)+)/g;
const droppedTable = /DROP TABLE "(\w+)"/g;

type Column = { table: string; column: string };

const listed = (names: Iterable<string>) => [...names].map((name) => `'${name}'`).join(', ');

const dropFunction = (name: string) => `DROP FUNCTION IF EXISTS "${name}" CASCADE;`;

/** Functions that migrations create, whose names match. */
const functionsIn = (sql: string, names: RegExp): string[] =>
  [...new Set([...sql.matchAll(functionName)].map(([, name = '']) => name))].filter((name) =>
    names.test(name),
  );

/** Functions of a removed feature, which go with their triggers. */
function dropFunctions(functions: readonly string[]): string {
  const dropped = functions.map(dropFunction);
  return dropped.length > 0 ? `-- DropFunction\n${dropped.join('\n')}\n\n` : '';
}

/** Functions that only triggers of removed tables call. */
const dropTriggerFunctions = (tables: readonly string[]) => `-- DropFunction
DO $$
DECLARE
    "each" text;
BEGIN
    FOR "each" IN
        SELECT p.oid::regprocedure
        FROM pg_proc AS p JOIN pg_trigger AS t ON t.tgfoid = p.oid JOIN pg_class AS c ON c.oid = t.tgrelid
        WHERE p.pronamespace = current_schema()::regnamespace AND NOT t.tgisinternal
        GROUP BY p.oid HAVING bool_and(c.relname IN (${listed(tables)}))
    LOOP
        EXECUTE format('DROP FUNCTION %s CASCADE', "each");
    END LOOP;
END $$;

`;

/**
 * Conditions of triggers, and functions if no table has such a column anymore, read false instead, or null if it is no
 * boolean. Unique indexes of expressions, which Prisma doesn't know, keep their other columns.
 */
const forgetColumns = (columns: readonly string[], tables: readonly string[]) => `-- ForgetColumns
DO $$
DECLARE
    "column" record;
    "each" text;
BEGIN
    FOR "column" IN
        SELECT table_name AS "table", column_name AS "name", '\\m(old|new)\\."?' || column_name || '"?(?!\\w)' AS "ofRow",
            CASE data_type WHEN 'boolean' THEN 'false' ELSE 'NULL' END AS "value"
        FROM information_schema.columns
        WHERE table_schema = current_schema() AND table_name || '.' || column_name IN (${listed(columns)})
    LOOP
        FOR "each" IN
            SELECT regexp_replace(replace(d, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'), "column"."ofRow", "column"."value", 'g')
            FROM pg_trigger AS t, pg_get_triggerdef(t.oid) AS d
            WHERE t.tgrelid = format('%I', "column"."table")::regclass AND NOT t.tgisinternal AND d ~ "column"."ofRow"
            UNION ALL
            SELECT regexp_replace(pg_get_functiondef(p.oid), '(\\m\\w+\\.)?"' || "column"."name" || '"', "column"."value", 'g')
            FROM pg_proc AS p
            WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f'
                AND p.prosrc LIKE '%"' || "column"."name" || '"%'
                AND NOT EXISTS (
                    SELECT FROM information_schema.columns AS o
                    WHERE o.table_schema = current_schema() AND o.column_name = "column"."name"
                        AND o.table_name || '.' || o.column_name NOT IN (${listed(columns)})
                        AND o.table_name NOT IN (${listed(['', ...tables])})
                )
        LOOP
            EXECUTE "each";
        END LOOP;
        FOR "each" IN
            SELECT format('DROP INDEX %s; ', i.indexrelid::regclass) || regexp_replace(
                pg_get_indexdef(i.indexrelid), format(', %1$I(?=[,)])|(?<=\\()%1$I, ', a.attname), ''
            )
            FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
            WHERE i.indrelid = format('%I', "column"."table")::regclass AND a.attname = "column"."name"
                AND i.indisunique AND i.indexprs IS NOT NULL
        LOOP
            EXECUTE "each";
        END LOOP;
    END LOOP;
END $$;

`;

const droppedColumns = (sql: string): Column[] =>
  [...sql.matchAll(droppedColumn)].flatMap(([, table = '', columns = '']) =>
    [...columns.matchAll(/"(\w+)"/g)].map(([, column = '']) => ({ table, column })),
  );

const forgetCounters = (tables: readonly string[]): string =>
  ['row_count', 'row_count_part']
    .map((counters) => discard([counters, `"table" IN (${listed(tables)})`]))
    .join('');

/** What reads or counts removed tables and columns, and isn't removed with them by PostgreSQL. */
function forget(sql: string): string {
  const columns = droppedColumns(sql).map(({ table, column }) => `${table}.${column}`);
  const tables = [...sql.matchAll(droppedTable)].map(([, table = '']) => table);
  return [
    tables.length > 0 ? dropTriggerFunctions(tables) + forgetCounters(tables) : '',
    columns.length > 0 ? forgetColumns(columns, tables) : '',
  ].join('');
}

const discard = ([table, condition]: [string, string]) =>
  `-- DiscardRows\nDELETE FROM "${table}" WHERE ${condition};\n\n`;

/** What remains is not marked as changed. The audit log allows deletions. */
const prepareDiscards = `SELECT set_config('atrium.retention', 'on', true), set_config('atrium.silent', 'on', true);\n\n`;

type Completed = Partial<Pick<Feature, 'names' | 'discarded' | 'restored'>>;

/** Path in `folder`, or undefined without any. */
export const newestMigration = (folder: string): string | undefined => allMigrations(folder).at(-1);

const allMigrations = (folder: string): string[] =>
  globSync('prisma/migrations/*/migration.sql', { cwd: folder }).sort();

const readAll = (folder: string, paths: readonly string[]): string =>
  paths.map((each) => readFileSync(join(folder, each), 'utf8')).join('');

/** Whether the database has functions of a feature. */
export function hasFunctions(folder: string, { names }: Pick<Feature, 'names'>): boolean {
  const all = readAll(folder, allMigrations(folder));
  return functionsIn(all, names).some((name) => !all.includes(dropFunction(name)));
}

/** Completes the newest migration in `folder`. Functions that match `names` are removed, and rows `discarded`. */
export function completeNewestMigration(
  folder: string,
  { names = /(?!)/, discarded = {}, restored = {} }: Completed = {},
): void {
  const all = allMigrations(folder);
  const path = join(folder, all.pop() ?? '');
  const former = readAll(folder, all);
  const sql = readFileSync(path, 'utf8');
  // Another removal of the same command may have dropped a table or a function.
  const discards = Object.entries(discarded)
    .filter(([table]) => !former.includes(`DROP TABLE "${table}"`))
    .map(discard);
  const restores = Object.entries(restored)
    .filter(([name]) => !former.includes(dropFunction(name)))
    .map(([name, table]) => `SELECT "${name}"('${table}');\n`);
  writeFileSync(
    path,
    [
      head,
      ...(discards.length > 0 ? [prepareDiscards, ...discards] : []),
      dropFunctions(functionsIn(former, names)),
      forget(sql),
      completeMigration(sql),
      ...(restores.length > 0 ? ['\n-- Restore\n', ...restores] : []),
    ].join(''),
  );
}
