/** What the removal of organizations deletes, and that the rest of the database goes on without them. */
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#scripts/lib/database.ts';
import { organizationData } from '#scripts/remove/features/organization-data.ts';
import { newId } from '#server/database/ids.ts';
import { freshDatabase, query } from '#tests/support/database.ts';
import { fillOrganization, lastChange } from './organization-rows.ts';
import { migrateWithout } from './removal-migration.ts';

const { url, drop } = await freshDatabase();

beforeAll(async () => {
  await withClient(url, fillOrganization);
  await migrateWithout(
    { names: /organi[sz]ation|membership/i, prose: /(?!)/, ...organizationData },
    url,
  );
});
afterAll(drop);

const insertRepository = (name: string) =>
  query<{ id: string }>(
    url,
    `INSERT INTO "repository" ("id", "name", "link", "updatedAt")
     VALUES ('${newId('Repository')}', '${name}', 'https://example.com', now()) RETURNING "id"`,
  );

const count = async (table: string) => {
  const [row] = await query<{ rows: number }>(
    url,
    `SELECT sum("rows")::int AS "rows" FROM (
       SELECT "table", "rows" FROM "row_count" UNION ALL SELECT "table", "rows" FROM "row_count_part"
     ) AS "counts" WHERE "table" = '${table}'`,
  );
  return row?.rows;
};

it('deletes service accounts of organizations, and access tokens that would not be limited anymore', async () => {
  const tokens = `SELECT u."name" FROM "access_token" AS t JOIN "user" AS u ON u."id" = t."userId" ORDER BY 1`;
  const names = [{ name: 'Ada' }, { name: 'Our robot' }];
  expect(await query(url, tokens)).toEqual(names);
  expect(await query(url, 'SELECT "name" FROM "user" ORDER BY 1')).toEqual(names);
});

it('deletes repositories that would belong to the installation', async () => {
  expect(await query(url, 'SELECT "name" FROM "repository"')).toEqual([{ name: 'website' }]);
  expect(await query(url, 'SELECT "name" FROM "deleted_repository"')).toEqual([{ name: 'gone' }]);
});

it('deletes events of organizations', async () => {
  expect(await query(url, 'SELECT "kind" FROM "account_event"')).toEqual([{ kind: 'signed_in' }]);
});

it('does not mark members as changed', async () => {
  const found = await query(url, `SELECT "updatedAt" FROM "user" WHERE "name" = 'Ada'`);
  expect(found).toEqual([{ updatedAt: lastChange }]);
});

const nameKey = /repository_owner_(visible_)?name_key/;

it('keeps names of repositories unique and counts them', async () => {
  expect(await count('repository')).toBe(1);
  await expect(insertRepository('Website')).rejects.toThrow(nameKey);
  await expect(insertRepository('web\u200bsite')).rejects.toThrow(nameKey);
  const [{ id } = { id: '' }] = await insertRepository('shop');
  expect(await count('repository')).toBe(2);
  await query(
    url,
    `SELECT "keep_dependents"(ARRAY['${id}']), "restore_dependents"(ARRAY['${id}'])`,
  );
  await query(url, `DELETE FROM "repository" WHERE "id" = '${id}'`);
  expect(await count('repository')).toBe(1);
  await query(url, 'TRUNCATE "repository" CASCADE');
  expect(await count('repository')).toBe(0);
});

it('tells of changes', async () => {
  const heard: unknown[] = [];
  const client = new Client({ connectionString: url });
  client.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)));
  await client.connect();
  await client.query('LISTEN changes');
  const [{ id } = { id: '' }] = await insertRepository('library');
  await query(url, `UPDATE "repository" SET "name" = 'books' WHERE "id" = '${id}'`);
  await query(url, `DELETE FROM "repository" WHERE "id" = '${id}'`);
  await expect
    .poll(() => heard)
    .toEqual(
      ['insert', 'update', 'delete'].map((kind) => ({ table: 'repository', kind, ids: [id] })),
    );
  await client.end();
});

it('still names and limits events, and forgets addresses', async () => {
  const [ada] = await query<{ id: string }>(url, `SELECT "id" FROM "user" WHERE "name" = 'Ada'`);
  const users = await count('user');
  const id = newId('User');
  await query(
    url,
    `INSERT INTO "user" ("id", "email", "name", "updatedAt") VALUES ('${id}', 'bo@example.com', 'Bo', now());
     INSERT INTO "account_event" ("id", "userId", "kind", "detail")
       SELECT 'evt_' || n, '${id}', 'email_changed', 'former@example.com' FROM generate_series(1, 400) AS n;
     INSERT INTO "account_event" ("id", "userId", "actorId", "kind") VALUES ('evt_banned', '${id}', '${ada?.id}', 'banned')`,
  );
  const events = `SELECT count(*)::int AS "events", count("detail")::int AS "addresses" FROM "account_event" WHERE "userId" = '${id}'`;
  expect(await query(url, events)).toEqual([{ events: 301, addresses: 300 }]);
  await query(url, `DELETE FROM "user" WHERE "id" = '${id}'`);
  expect(await query(url, events)).toEqual([{ events: 301, addresses: 0 }]);
  expect(
    await query(
      url,
      `SELECT "subjectName", "actorName" FROM "account_event" WHERE "id" = 'evt_banned'`,
    ),
  ).toEqual([{ subjectName: 'Bo', actorName: 'Ada' }]);
  expect(await count('user')).toBe(users);
});
