/** What migrations made of the rows of earlier versions. A new project, which has one migration, does not have these. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { isIdOf } from '#server/database/ids.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { emptyDatabase, query } from '#tests/support/database.ts';

const committed = 'prisma/migrations';

async function emptyUrl(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  return url;
}

async function migrateUpTo(url: string, last: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(committed).filter((each) => each <= last)) {
    cpSync(join(committed, name), join(folder, name), { recursive: true });
  }
  await migrate(url, folder);
}

it('keeps the rate limits in use when their table is renamed', async () => {
  const url = await emptyUrl();
  await migrateUpTo(url, '20261122010000_entity_triggers');
  const row = {
    key: 'try:someone',
    times: [new Date('2026-11-21T12:00:00Z')],
    count: 3,
    ticket: 'x',
  };
  await query(
    url,
    `INSERT INTO code_budget VALUES ('try:someone', '{2026-11-21T12:00:00Z}', 3, 'x')`,
  );
  expect((await migrate(url)).applied).toContain('20261122020000_rate_limit');
  expect(await query(url, 'SELECT * FROM rate_limit')).toEqual([row]);
});

it('counts the owners of organizations that are there, without telling of a change', async () => {
  const url = await emptyUrl();
  await migrateUpTo(url, '20261123094000_last_admin_at');
  const padded = (prefix: string, i: number) => `'${prefix}_${String(i).padStart(26, '0')}'`;
  const user = (i: number) => `(${padded('usr', i)}, '${i}@a.example', 'A', now())`;
  const organization = (i: number) => `(${padded('org', i)}, 'A', 'org-${i}', now())`;
  const member = (i: number, of: number, role: string) =>
    `(${padded('mbr', i + 10 * of)}, ${padded('org', of)}, ${padded('usr', i)}, '${role}', now())`;
  await query(
    url,
    `INSERT INTO "user" ("id", "email", "name", "updatedAt") VALUES ${[1, 2, 3].map(user).join()};
     INSERT INTO "organization" ("id", "name", "slug", "updatedAt") VALUES ${[1, 2].map(organization).join()};
     INSERT INTO "member" ("id", "organizationId", "userId", "role", "updatedAt") VALUES
       ${[member(1, 1, 'owner'), member(2, 1, 'owner'), member(3, 1, 'admin'), member(3, 2, 'owner')].join()};`,
  );
  const read = (columns: string) =>
    query(url, `SELECT ${columns} FROM "organization" ORDER BY "id"`);
  const before = await read('"updatedAt"');
  await migrate(url);
  expect(await read('"memberCount", "ownerCount"')).toEqual([
    { memberCount: 3, ownerCount: 2 },
    { memberCount: 1, ownerCount: 1 },
  ]);
  expect(await read('"updatedAt"')).toEqual(before);
});

it('lets everybody into organizations that required passkeys, and records which did', async () => {
  const url = await emptyUrl();
  await migrateUpTo(url, '20261127030000_events_without_account');
  const ids = ['org_1', 'org_2', 'usr_1', 'mbr_1', 'mbr_2'].map((id) => id.padEnd(30, '0'));
  const [one, two, person, first, second] = ids;
  await query(
    url,
    `INSERT INTO "user" ("id", "email", "name", "updatedAt") VALUES ('${person}', 'a@a.example', 'A', now());
     INSERT INTO "organization" ("id", "name", "slug", "updatedAt") VALUES
       ('${one}', 'One', 'one', now()), ('${two}', 'Two', 'two', now());
     INSERT INTO "member" ("id", "organizationId", "userId", "role", "updatedAt") VALUES
       ('${first}', '${one}', '${person}', 'owner', now()), ('${second}', '${two}', '${person}', 'owner', now());
     UPDATE "organization" SET "requiresPasskey" = true WHERE "id" = '${one}';`,
  );
  const memberships = () => query(url, 'SELECT "memberships" FROM "user"');
  expect(await memberships()).toEqual([{ memberships: `${one}=owner! ${two}=owner` }]);
  await migrate(url);
  expect(await memberships()).toEqual([{ memberships: `${one}=owner ${two}=owner` }]);
  const events = await query<{ id: string }>(
    url,
    'SELECT "id", "organizationId", "recordId", "kind", "subjectName" FROM "account_event"',
  );
  const about = { organizationId: one, recordId: one };
  expect(events).toEqual([
    {
      id: expect.any(String),
      ...about,
      kind: 'organization_passkeys_optional',
      subjectName: 'One',
    },
  ]);
  expect(events.every(({ id }) => isIdOf('AuditEvent', id))).toBe(true);
});
