import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { duringTransaction as during, whileWaiting } from '#tests/support/open-transaction.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const admin = await server.as('admin');

const duringTransaction = <Result>(statement: string, work: () => Promise<Result>) =>
  during(server.url, statement, work);

const create = () =>
  mutate(admin, 'createRepository', { name: unique('waiting'), link: 'a.example' });

const six = () => Promise.all(Array.from({ length: 6 }, create));

const insert = () => `
  INSERT INTO "repository" ("id", "name", "link", "updatedAt")
  VALUES ('${newId('Repository')}', '${unique('open')}', 'https://a.example', now())`;

it('a change whose statement is cancelled leaves no transaction open on its connection', async () => {
  const { id } = await createRepository(database);
  const update = () => mutate(admin, 'updateRepository', { id, description: 'b' });
  const lock = `SELECT 1 FROM "repository" WHERE "id" = '${id}' FOR UPDATE`;
  const waiting = await duringTransaction(lock, async () => {
    const answer = update();
    const cancelled = () => database.$queryRaw<{ cancelled: boolean }[]>`
      SELECT pg_cancel_backend(pid) AS cancelled FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(cancelled).toEqual([{ cancelled: true }]);
    return answer;
  });
  expect(waiting).toEqual(['SERVICE_UNAVAILABLE']);
  const open = database.$queryRaw`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;
  expect(await open).toEqual([]);
});

it('a change that PostgreSQL ends to resolve a deadlock can be tried again', async () => {
  const { id: first } = await createRepository(database);
  const { id: second } = await createRepository(database);
  const lock = (transaction: Prisma.TransactionClient, id: string) =>
    transaction.$queryRaw`SELECT 1 FROM "repository" WHERE "id" = ${id} FOR UPDATE`;
  const codes = await whileWaiting(database, {
    lock: (transaction) => lock(transaction, second),
    request: () => mutate(admin, 'deleteRepositories', { ids: [first, second] }),
    // PostgreSQL ends the one that has waited for longer.
    change: (transaction) => lock(transaction, first),
  });
  expect(codes).toEqual(['SERVICE_UNAVAILABLE']);
});

it('the total counts what is committed, and nothing that is not', async () => {
  const total = async () => {
    const { data } = await admin.send('{ repositories { totalCount } }');
    expect(data.repositories.totalCount).toBe(await database.repository.count());
    return data.repositories.totalCount;
  };
  const before = await total();
  await duringTransaction(insert(), async () => {
    await six();
    expect(await total()).toBe(before + 6);
  });
  expect(await total()).toBe(before + 6);
  const { id } = await createRepository(database);
  await database.repository.delete({ where: { id } });
  expect(await total()).toBe(before + 6);
});
