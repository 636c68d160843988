/** Completes the migration of a removal, which Prisma writes from the difference of two schemas. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

const blocked = /^(?=DROP TABLE |ALTER TABLE "\w+" DROP COLUMN )/gm;

/** Makes the migration run where there is data, and says why it may block or delete. */
export function completeMigration(sql: string): string {
  return sql
    .replaceAll(enumChange, (_, values, table, column, type) =>
      replaceEnum(values, table, column, type),
    )
    .replaceAll(
      blocked,
      '-- safe: nothing uses it, once instances of the former version have stopped\n',
    );
}

/** Completes the newest migration in `folder`. */
export function completeNewestMigration(folder: string): void {
  const newest = globSync('prisma/migrations/*/migration.sql', { cwd: folder }).sort().at(-1) ?? '';
  const path = join(folder, newest);
  writeFileSync(path, completeMigration(readFileSync(path, 'utf8')));
}
