import { describe, expect, it } from 'vitest';
import { findMigrationProblems, readStatements } from '#scripts/checks/migration-rules.ts';

const check = (script: string) =>
  findMigrationProblems('migration.sql', script).map(({ line, text }) => `${line}: ${text}`);

describe('refuses on a table of an earlier migration', () => {
  it.each([
    ['CREATE INDEX "a_b" ON "a"("b");', 'CREATE INDEX CONCURRENTLY'],
    ['CREATE UNIQUE INDEX "a_b" ON "a"("b");', 'CREATE INDEX CONCURRENTLY'],
    ['ALTER TABLE "a" ALTER COLUMN "b" TYPE bigint;', 'rewritten'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE bigint;', 'rewritten'],
    ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 'add a DEFAULT'],
    ['ALTER TABLE "a" ADD COLUMN "b" uuid NOT NULL DEFAULT gen_random_uuid();', 'rewritten'],
    ['ALTER TABLE "a"\n  ADD COLUMN "b" int GENERATED ALWAYS AS (1) STORED;', 'rewritten'],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0);', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id");', 'NOT VALID'],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE ("b");', 'USING INDEX'],
    ['ALTER TABLE "a" DROP COLUMN "b";', 'one version later'],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 'one version later'],
    ['DROP TABLE "a";', 'one version later'],
    ['UPDATE "a" SET "b" = 1;', 'batches'],
    ['LOCK TABLE "a";', 'locked'],
    ['CREATE INDEX CONCURRENTLY "i" ON "a"("b"); SELECT 1;', 'alone'],
  ])('%s', (script, reason) => {
    expect(check(script)).toEqual([expect.stringContaining(reason)]);
  });
});

describe('accepts', () => {
  it.each([
    'CREATE INDEX CONCURRENTLY "a_b" ON "a"("b");',
    'CREATE TABLE "a" ("b" int NOT NULL); CREATE INDEX "a_b" ON "a"("b"); ALTER TABLE "a" ADD CHECK (b > 0);',
    `ALTER TABLE "a" ADD COLUMN "b" text NOT NULL DEFAULT 'x';`,
    'ALTER TABLE "a" ADD COLUMN "b" timestamptz;',
    'ALTER TABLE "a" ADD CONSTRAINT "c" CHECK (b > 0) NOT VALID;',
    'ALTER TABLE "a" VALIDATE CONSTRAINT "c";',
    'ALTER TABLE "a" DROP CONSTRAINT "c";',
    'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;',
    'ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE USING INDEX "a_b";',
    'UPDATE "a" SET "b" = 1 WHERE "id" = 2;',
    `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE "a" SET "b" = 1; END $$;`,
    `-- safe: a setting, one row\nUPDATE "a" SET "b" = 1;`,
    `ALTER TYPE "kind" ADD VALUE 'other';`,
  ])('%s', (script) => expect(check(script)).toEqual([]));
});

it('names the line of the statement, and lets a reason speak for the next statement only', () => {
  const script = '-- A comment;\n-- safe: few rows\nDROP TABLE "a";\n\nDROP TABLE "b";\n';
  expect(check(script)).toEqual([expect.stringMatching(/^5: /)]);
  expect(readStatements(script).map(({ line }) => line)).toEqual([3, 5]);
});
