/** Named statements fail like Prisma's, whatever the session has prepared. */
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#server/database/client.ts';
import { namedStatement } from '#server/database/statements.ts';
import { runInRequest } from '#server/log/request-context.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

const url = await databaseForFile();
// One connection, so that all statements share a session.
const database = createDatabase(url, { connections: 1, timeout: 30_000 });
afterAll(() => database.$disconnect());
await database.$executeRaw`CREATE TABLE "thing" ("id" integer, "at" timestamptz(3))`;
await database.$executeRaw`INSERT INTO "thing" VALUES (7, '2026-01-31T08:15:00Z')`;

const things = namedStatement('SELECT "id", "at" FROM "thing" WHERE "id" = $1');
const thing = { id: 7, at: new Date('2026-01-31T08:15:00Z') };

it('reports a database that does not answer in time, and spares it the rest of the request', async () => {
  const own = createDatabase(url, { connections: 1, timeout: 500 });
  const slow = namedStatement('SELECT pg_sleep($1)::text');
  await runInRequest('request', async (request) => {
    await expect(own.$named(slow, [60])).rejects.toMatchObject({ kind: 'unreachable' });
    expect(request.database.fault).toBe('unreachable');
    await expect(own.$named(things, [7])).rejects.toMatchObject({ kind: 'unreachable' });
    expect(request.database.statements).toBe(1);
  });
  await expect.poll(() => own.$named(things, [7]).catch(() => [])).toEqual([thing]);
  await own.$disconnect();
});

it('survives a migration that changes the type of a column', async () => {
  await database.$named(things, [7]);
  await database.$executeRaw`ALTER TABLE "thing" ALTER "id" TYPE bigint`;
  expect(await database.$named(things, [7])).toEqual([{ ...thing, id: '7' }]);
  await database.$executeRaw`ALTER TABLE "thing" ALTER "id" TYPE integer`;
  expect(await database.$named(things, [7])).toEqual([thing]);
});

it('replaces a connection whose transaction does not answer in time', async () => {
  // Behind a pooler, PostgreSQL enforces no timeout of its own.
  const own = createDatabase(`${url}?pgbouncer=true`, { connections: 1, timeout: 1_000 });
  const sleep = own.$transaction((transaction) => transaction.$queryRaw`SELECT pg_sleep(20)::text`);
  await expect(sleep).rejects.toMatchObject({ kind: 'unreachable' });
  const read = () => own.$queryRaw`SELECT 7 AS "id"`.catch(() => []);
  await expect.poll(read).toEqual([{ id: 7 }]);
  await own.$disconnect();
});

it('replaces a connection to a server that takes no more writes', async () => {
  const own = createDatabase(url, { connections: 1 });
  const toStandby = () => own.$executeRaw`SET default_transaction_read_only = on`;
  const insert = { text: 'INSERT INTO "thing" VALUES ($1)', writes: true };
  const insertInTransaction = () =>
    own.$transaction(async (transaction) => {
      await transaction.$executeRaw`INSERT INTO "thing" VALUES (9)`;
    });
  for (const write of [() => own.$named(insert, [9]), insertInTransaction]) {
    await toStandby();
    await expect(write()).rejects.toMatchObject({ kind: 'readOnly' });
    await write();
  }
  await database.$executeRaw`DELETE FROM "thing" WHERE "id" = 9`;
  await own.$disconnect();
});

describe('behind a pooler that changes sessions between statements', () => {
  it.each([
    ['that lost its name', 'DEALLOCATE ALL', [7]],
    ['that knows it from another client', `PREPARE "${things.name}" (int) AS ${things.text}`, []],
  ])('answers in a session %s, without names from then on', async (_what, change, earlier) => {
    const own = createDatabase(url, { connections: 1 });
    for (const id of earlier) await own.$named(things, [id]);
    await own.$executeRawUnsafe(change);
    expect(await own.$named(things, [7])).toEqual([thing]);
    expect(await own.$named(things, [7])).toEqual([thing]);
    expect(await own.$queryRaw`SELECT name FROM pg_prepared_statements`).toEqual([]);
    await own.$disconnect();
  });

  it('answers also where it waited long for the session', async () => {
    const own = createDatabase(url, { connections: 1 });
    await own.$named(things, [7]);
    await own.$executeRaw`DEALLOCATE ALL`;
    const before = own.$queryRaw`SELECT pg_sleep(1.2)::text`.then();
    await expect.poll(() => own.$connections().idle).toBe(0);
    expect(await own.$named(things, [7])).toEqual([thing]);
    await before;
    await own.$disconnect();
  });

  it('keeps nothing in a session where the URL says so', async () => {
    const own = createDatabase(`${url}?pgbouncer=true`, { connections: 1 });
    expect(await own.$named(things, [7])).toEqual([thing]);
    expect(await own.$queryRaw`SELECT name FROM pg_prepared_statements`).toEqual([]);
    expect(await own.$queryRaw`SHOW statement_timeout`).toEqual([{ statement_timeout: '0' }]);
    await own.$disconnect();
  });
});

it('sends a read, but no write, again when its connection is lost', async () => {
  const own = createDatabase(url, { connections: 2 });
  const end = (
    seconds: string,
  ) => `SELECT pg_terminate_backend(pid) AS "isEnded" FROM pg_stat_activity
    WHERE query LIKE '%pg_sleep(${seconds})%' AND state = 'active' AND pid <> pg_backend_pid()`;
  const whenRunning = (seconds: string) =>
    expect.poll(() => database.$queryRawUnsafe(end(seconds))).toEqual([{ isEnded: true }]);
  const read = own.$named(namedStatement('SELECT pg_sleep(0.7)::text AS "done"'), []);
  await whenRunning('0.7');
  expect(await read).toEqual([{ done: '' }]);
  const write = own.$named(
    { ...namedStatement('SELECT pg_sleep(0.8)::text AS "done"'), writes: true },
    [],
  );
  const refused = expect(write).rejects.toThrow('The database is unreachable.');
  await whenRunning('0.8');
  await refused;
  await own.$disconnect();
});
