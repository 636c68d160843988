import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findMigrationProblems } from '#scripts/checks/migration-rules.ts';
import { readStatements } from '#scripts/migrations/statements.ts';
import { traceMigration } from '#scripts/migrations/trace.ts';
import { emptyDatabase, query } from '#tests/support/database.ts';

const database = await emptyDatabase();
afterAll(() => database.drop());

const earlier = `
  DROP SCHEMA public CASCADE; CREATE SCHEMA public;
  CREATE TABLE "d" ("id" int PRIMARY KEY);
  CREATE TABLE "a" ("id" int PRIMARY KEY, "b" int, "e" int CONSTRAINT "e_set" CHECK ("e" IS NOT NULL));
  CREATE UNIQUE INDEX "a_unique" ON "a"("b");
  ALTER TABLE "a" ADD CONSTRAINT "later" CHECK ("b" > 0) NOT VALID;`;
beforeEach(() => query(database.url, earlier));

const check = async (script: string) =>
  findMigrationProblems(
    'migration.sql',
    await traceMigration(database.url, 'migration', script),
  ).map(({ line, text }) => `${line}: ${text}`);

describe('refuses on a table of an earlier migration', () => {
  it.each([
    ['CREATE INDEX "a_b" ON "a"("b");', 'writes to "a" wait until the index is built'],
    ['CREATE UNIQUE INDEX "a_b" ON "a"("b");', 'CREATE INDEX CONCURRENTLY'],
    ['ALTER TABLE "a" ALTER COLUMN "b" TYPE bigint;', '"a" is rewritten'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;', 'rewritten'],
    ['ALTER TABLE "a" ADD COLUMN "c" text NOT NULL;', '"a.c" fails where there are rows'],
    ['ALTER TABLE "a" ADD COLUMN "c" uuid NOT NULL DEFAULT gen_random_uuid();', 'rewritten'],
    ['ALTER TABLE "a"\n  ADD COLUMN "c" int GENERATED ALWAYS AS (1) STORED;', 'rewritten'],
    ['ALTER TABLE "a" ADD COLUMN "c" int GENERATED ALWAYS AS IDENTITY;', 'rewritten'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0);', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id");', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE ("b");', 'USING INDEX'],
    ['ALTER TABLE "a" DROP COLUMN "b";', 'uses "a.b": drop or rename it one version later'],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 'one version later'],
    ['ALTER TABLE "a" RENAME TO "c";', 'uses "a"'],
    ['DROP TABLE "a";', 'one version later'],
    ['UPDATE "a" SET "b" = 1;', 'batches'],
    ['UPDATE "a" SET "e" = "b" WHERE "e" IS NULL;', 'rows of "a" are locked'],
    ['DO $$ BEGIN UPDATE "a" SET "b" = 1; END $$;', 'batches'],
    ['LOCK TABLE "d"; SELECT count(*) FROM "a";', 'by a statement above, while "a" is read'],
    [
      'ALTER TABLE "a" ADD COLUMN "c" int; ALTER TABLE "a" VALIDATE CONSTRAINT "later";',
      'reads and writes of "a" wait, by a statement above, while "a" is read',
    ],
    ['CLUSTER "a" USING "a_pkey";', 'rewritten'],
    ['REINDEX TABLE "a";', 'wait until the index is built'],
    ['CREATE INDEX CONCURRENTLY "i" ON "a"("b"); SELECT 1;', 'alone'],
  ])('%s', async (script, reason) => {
    expect(await check(script)).toEqual([expect.stringContaining(reason)]);
  });
});

describe('accepts', () => {
  it.each([
    'CREATE INDEX CONCURRENTLY "a_b" ON "a"("b");',
    'CREATE TABLE "n" ("b" int NOT NULL); CREATE INDEX "n_b" ON "n"("b"); ALTER TABLE "n" ADD CHECK (b > 0); UPDATE "n" SET "b" = 1;',
    'CREATE TABLE "n" ("c" int); ALTER TABLE "n" ADD CONSTRAINT "f" FOREIGN KEY ("c") REFERENCES "a"("id");',
    'CREATE TABLE "n" ("c" int REFERENCES "a"("id")); CREATE INDEX "n_c" ON "n"("c");',
    `ALTER TABLE "a" ADD COLUMN "c" text NOT NULL DEFAULT 'x';`,
    'ALTER TABLE "a" ADD COLUMN "c" timestamptz DEFAULT now();',
    'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0) NOT VALID;',
    'ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id") NOT VALID;',
    'ALTER TABLE "a" VALIDATE CONSTRAINT "later";',
    'ALTER TABLE "a" DROP CONSTRAINT "later";',
    'ALTER TABLE "a" ALTER COLUMN "e" SET NOT NULL;',
    'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;',
    'ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE USING INDEX "a_unique";',
    'UPDATE "a" SET "b" = 1 WHERE "id" = 2;',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "a" SET "b" = 1; END $$;`,
    'CREATE TRIGGER "t" BEFORE UPDATE ON "a" FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();',
    `-- safe: a setting, one row\nUPDATE "a" SET "b" = 1;`,
    `CREATE TYPE "kind" AS ENUM ('one');`,
  ])('%s', async (script) => expect(await check(script)).toEqual([]));
});

it('names the line of the statement, and lets a reason speak for the next statement only', async () => {
  const script = '-- A comment;\n-- safe: few rows\nDROP TABLE "a";\n\nDROP TABLE "d";\n';
  expect(await check(script)).toEqual([expect.stringMatching(/^5: /)]);
});

it('splits a script only where a statement ends', () => {
  const parts = [
    `SELECT ';', E'\\';', '''', $a$ ; $a$, ";"`,
    'CREATE FUNCTION f() AS $$ BEGIN; END $$',
    'SELECT 1',
  ];
  const script = `-- a;\n${parts.join(';\n/* ; */ ')}`;
  expect(readStatements(script).map(({ sql }) => sql)).toEqual(parts);
});
