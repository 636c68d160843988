/** Completes the migration of a removal, which Prisma writes from the difference of two schemas. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Feature } from './feature.ts';

const enumChange =
  /-- AlterEnum\nBEGIN;\nCREATE TYPE "\w+" AS ENUM \(([^)]*)\);\nALTER TABLE "(\w+)" ALTER COLUMN "(\w+)" TYPE[^;]*;\nALTER TYPE "(\w+)" RENAME[\s\S]*?COMMIT;/g;

/** PostgreSQL neither drops a value of an enum, nor changes a column's type while a trigger's condition reads it. */
const replaceEnum = (values: string, table: string, column: string, type: string) => `-- AlterEnum
-- Rows with a removed value are deleted. Triggers are put aside, as they may refuse that, or read the column.
-- safe: nothing uses it, once instances of the former version have stopped
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
    DELETE FROM "${table}" WHERE "${column}"::text NOT IN (${values});
    ALTER TYPE "${type}" RENAME TO "${type}_old";
    CREATE TYPE "${type}" AS ENUM (${values});
    ALTER TABLE "${table}" ALTER COLUMN "${column}" TYPE "${type}" USING "${column}"::text::"${type}";
    DROP TYPE "${type}_old";
    FOREACH "each" IN ARRAY "triggers" LOOP
        EXECUTE "each";
    END LOOP;
END $$;`;

const safe = '-- safe: nothing uses it, once instances of the former version have stopped\n';

const blocked = /^(?=DROP TABLE |ALTER TABLE "\w+" DROP COLUMN )/gm;

/** Makes the migration run where there is data, and says why it may block or delete. */
export function completeMigration(sql: string): string {
  return sql
    .replaceAll(enumChange, (_, values, table, column, type) =>
      replaceEnum(values, table, column, type),
    )
    .replaceAll(blocked, safe);
}

const functionName = /CREATE (?:OR REPLACE )?FUNCTION "(\w+)"/g;
const droppedColumn = /ALTER TABLE "(\w+)"((?:\s+DROP COLUMN "\w+",?)+)/g;

/** Functions of a removed feature, which go with their triggers. */
function dropFunctions(functions: Iterable<string>): string {
  const dropped = [...functions].map((name) => `DROP FUNCTION IF EXISTS "${name}" CASCADE;\n`);
  return dropped.length > 0 ? `-- DropFunction\n${dropped.join('')}\n` : '';
}

/** Other functions that read a removed column read false instead, or null if it is no boolean. */
const forgetColumn = (table: string, column: string) => `-- AlterFunction
DO $$
DECLARE
    "each" record;
BEGIN
    FOR "each" IN
        SELECT pg_get_functiondef(p.oid) AS "definition", CASE c.data_type WHEN 'boolean' THEN 'false' ELSE 'NULL' END AS "value"
        FROM pg_proc AS p JOIN information_schema.columns AS c ON c.table_schema = current_schema()
        WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND p.prosrc LIKE '%"${column}"%'
            AND c.table_name = '${table}' AND c.column_name = '${column}'
            AND NOT EXISTS (
                SELECT FROM information_schema.columns AS o
                WHERE o.table_schema = current_schema() AND o.column_name = '${column}' AND o.table_name <> '${table}'
            )
    LOOP
        EXECUTE regexp_replace("each"."definition", '(\\m\\w+\\.)?"${column}"', "each"."value", 'g');
    END LOOP;
END $$;

`;

function forgetColumns(sql: string): string {
  const dropped = [...sql.matchAll(droppedColumn)].flatMap(([, table = '', columns = '']) =>
    [...columns.matchAll(/"(\w+)"/g)].map(([, column = '']) => forgetColumn(table, column)),
  );
  return dropped.join('');
}

const discard = ([table, condition]: [string, string]) =>
  `-- DiscardRows\n${safe}DELETE FROM "${table}" WHERE ${condition};\n\n`;

type Completed = Partial<Pick<Feature, 'names' | 'discarded'>>;

/** Completes the newest migration in `folder`. Functions that match `names` are removed, and rows `discarded`. */
export function completeNewestMigration(
  folder: string,
  { names = /(?!)/, discarded = {} }: Completed = {},
): void {
  const all = globSync('prisma/migrations/*/migration.sql', { cwd: folder }).sort();
  const path = join(folder, all.pop() ?? '');
  const functions = all.flatMap((each) =>
    [...readFileSync(join(folder, each), 'utf8').matchAll(functionName)]
      .map(([, name = '']) => name)
      .filter((name) => names.test(name)),
  );
  const sql = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    [
      ...Object.entries(discarded).map(discard),
      dropFunctions(new Set(functions)),
      forgetColumns(sql),
      completeMigration(sql),
    ].join(''),
  );
}
