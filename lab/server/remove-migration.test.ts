/** The migration of a removed feature, on a database with data. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrateSchema } from '#scripts/db/new-migration.ts';
import { reducePrismaSchema } from '#scripts/remove/data-rows.ts';
import { completeNewestMigration } from '#scripts/remove/migration.ts';
import { newId } from '#server/database/ids.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { freshDatabase, query } from '#tests/support/database.ts';

const { url, drop } = await freshDatabase();
const empty = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'removed-'));
const prisma = join(folder, 'prisma');
cpSync('prisma', prisma, { recursive: true });
afterAll(async () => {
  await Promise.all([drop(), empty.drop()]);
  rmSync(folder, { recursive: true });
});

/** A value of an enum, a table and two columns. */
const names = /^(language_changed|(profile)?picture|onboardedAt|emailVerified)$/i;

const added = 'migrations/20261201000000_added';
mkdirSync(join(prisma, added));
writeFileSync(
  join(prisma, added, 'migration.sql'),
  `CREATE FUNCTION "mark_verified"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     NEW."name" := CASE WHEN NEW."emailVerified" THEN 'Verified' ELSE '' END;
     RETURN NEW;
   END $$;
   CREATE TRIGGER "user_verified" BEFORE INSERT OR UPDATE ON "user" FOR EACH ROW EXECUTE FUNCTION "mark_verified"();
   CREATE FUNCTION "touch"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
   CREATE TRIGGER "touch_picture" AFTER INSERT ON "profile_picture" EXECUTE FUNCTION "touch"();
   CREATE FUNCTION "welcome"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
     NEW."name" := coalesce(NEW."onboardedAt"::text, 'Guest');
     RETURN NEW;
   END $$;
   CREATE TRIGGER "user_greeting" BEFORE INSERT ON "user"
     FOR EACH ROW WHEN (NEW."onboardedAt" IS NULL) EXECUTE FUNCTION "welcome"();
   CREATE UNIQUE INDEX "user_greeting_key" ON "user" (lower("email"), "onboardedAt");
   CREATE TABLE "removed_before" ();
   DROP TABLE "removed_before";
   CREATE FUNCTION "mark_of"(text) RETURNS void LANGUAGE sql RETURN NULL;
   DROP FUNCTION IF EXISTS "mark_of" CASCADE;`,
);
await Promise.all([url, empty.url].map((each) => migrate(each, join(prisma, 'migrations'))));

const triggers = () =>
  query(
    url,
    `SELECT pg_get_triggerdef(oid) FROM pg_trigger
     WHERE tgrelid = '"account_event"'::regclass AND NOT tgisinternal ORDER BY 1`,
  );

it('deletes what was removed and nothing else', async () => {
  await query(
    url,
    `INSERT INTO "account_event" ("id", "userId", "kind") VALUES
       ('evt_0', 'usr_1', 'signed_in'), ('evt_1', 'usr_1', 'signed_in'), ('evt_2', 'usr_1', 'language_changed'), ('evt_3', 'usr_1', 'banned')`,
  );
  await query(url, `INSERT INTO "former_admin_address" ("addressHash") VALUES ('a'), ('b')`);
  await query(
    url,
    `INSERT INTO "user" ("id", "email", "emailVerified", "updatedAt")
     VALUES ('${newId('User')}', 'ada@example.com', true, now())`,
  );
  expect(await query(url, 'SELECT "name" FROM "user"')).toEqual([{ name: 'Verified' }]);
  await query(url, `SELECT "count_rows_of"('profile_picture')`);
  const former = await triggers();
  const schema = join(prisma, 'schema.prisma');
  const { text } = reducePrismaSchema(schema, readFileSync(schema, 'utf8'), names);
  writeFileSync(schema, text);
  const [path = ''] = await migrateSchema(url, prisma, 'remove', { together: true });
  completeNewestMigration(folder, {
    names: /verified/,
    discarded: {
      removed_before: 'true',
      former_admin_address: `"addressHash" = 'a'`,
      account_event: `"id" = 'evt_0'`,
    },
    restored: { count_rows_of: 'former_admin_address', mark_of: 'user' },
  });

  const script = readFileSync(join(prisma, path), 'utf8');
  await query(empty.url, script);
  await migrate(url, join(prisma, 'migrations'));
  expect(await query(url, 'SELECT "id", "kind" FROM "account_event" ORDER BY "id"')).toEqual([
    { id: 'evt_1', kind: 'signed_in' },
    { id: 'evt_3', kind: 'banned' },
  ]);
  expect(await query(url, 'SELECT "addressHash" FROM "former_admin_address"')).toEqual([
    { addressHash: 'b' },
  ]);
  expect(await triggers()).toEqual(former);
  await expect(query(url, 'DELETE FROM "account_event"')).rejects.toThrow('append_only');
  expect(await query(url, `SELECT to_regclass('"profile_picture"') AS "table"`)).toEqual([
    { table: null },
  ]);
  await expect(query(url, 'SELECT "onboardedAt" FROM "user"')).rejects.toThrow('does not exist');
  expect(await query(url, `SELECT to_regproc('"touch"') AS "function"`)).toEqual([
    { function: null },
  ]);
  const newUser = `INSERT INTO "user" ("id", "email", "updatedAt") VALUES ('${newId('User')}', 'bo@example.com', now())`;
  expect(await query(url, `${newUser} RETURNING "name"`)).toEqual([{ name: 'Guest' }]);
  const [index] = await query<{ definition: string }>(
    url,
    `SELECT pg_get_indexdef('"user_greeting_key"'::regclass) AS "definition"`,
  );
  expect(index?.definition).toMatch(/UNIQUE.*\(lower\(email\)\)$/);
  const counted = `SELECT "table", "rows"::int FROM "row_count"
    WHERE "table" IN ('former_admin_address', 'profile_picture')`;
  expect(await query(url, counted)).toEqual([{ table: 'former_admin_address', rows: 1 }]);
});
