import { afterAll, beforeAll, expect, it } from 'vitest';
import { namedStatement } from '#server/database/named-statement.ts';
import { runInRequest } from '#server/log/request-context.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { prove } from '#tests/support/promises.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { startWithStandby, type WithStandby } from '#tests/support/standby.ts';

let both: WithStandby;
let server: TestServer;
let admin: TestUser;
let session: string;
const changed = 'atrium.changed=1';
beforeAll(async () => {
  both = await startWithStandby();
  server = await startServer(
    { DATABASE_REPLICA_URLS: both.standbyUrl, ACCELERATE: 'true' },
    both.url,
  );
  const { cookie, ...others } = await server.as('admin');
  session = cookie.replace(`; ${changed}`, '');
  admin = { ...others, cookie: session, send: server.sendAs(session) };
});
afterAll(async () => {
  await server.stop();
  await both.stop();
});

const place = namedStatement('SELECT pg_is_in_recovery() AS "isStandby"');

function isFromStandby(readsReplicas = true): Promise<boolean> {
  return runInRequest('a request', async (request) => {
    request.readsReplicas = readsReplicas;
    const [row] = await server.database.$read<{ isStandby: boolean }>(place, []);
    return row?.isStandby ?? false;
  });
}

const untilStandby = () =>
  expect.poll(() => isFromStandby(), { timeout: 30_000, interval: 20 }).toBe(true);

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/x" }) {
    repository { id } errors { code } } }`;
const list =
  'query ($name: String!) { repositories(first: 5, searchTerm: $name) { nodes { name } } }';
const find = 'query ($id: ID!) { repository(id: $id) { name } }';

async function createRepository(name: string) {
  const { data, headers } = await admin.send(create, { name });
  return { id: data.createRepository.repository.id, cookies: headers.getSetCookie() };
}

it('reads from the standby only for requests that may be answered by it', async () => {
  await untilStandby();
  expect(await isFromStandby(false)).toBe(false);
  const [row] = await server.database.$named<{ isStandby: boolean }>(place, []);
  expect(row?.isStandby).toBe(false);
});

it('is shown to managers with its lag', async () => {
  await untilStandby();
  const { data } = await admin.send('{ system { standbys { host state lagSeconds } } }');
  const { host } = new URL(both.standbyUrl);
  expect(data.system.standbys).toEqual([
    { host, state: 'STANDBY', lagSeconds: expect.any(Number) },
  ]);
  expect(data.system.standbys[0].lagSeconds).toBeLessThan(30);
});

it('shows a change at once, also while the standby has not replayed it', async () => {
  await untilStandby();
  await both.setReplay(false);
  const { id } = await createRepository('paused-one');
  expect(await isFromStandby()).toBe(false);
  expect((await admin.send(find, { id })).data.repository).toEqual({ name: 'paused-one' });
  const { data } = await admin.send(list, { name: 'paused-one' });
  expect(data.repositories.nodes).toEqual([{ name: 'paused-one' }]);
  await both.setReplay(true);
  await untilStandby();
  expect((await admin.send(find, { id })).data.repository).toEqual({ name: 'paused-one' });
});

it('hears of the changes of others', async ({ task }) => {
  prove(
    task,
    'scaling',
    'A list that is read again after a notification therefore contains the change.',
  );
  await untilStandby();
  await both.setReplay(false);
  await server.database.$executeRaw`UPDATE "repository" SET "description" = 'by another instance'`;
  await expect.poll(() => isFromStandby()).toBe(false);
  await both.setReplay(true);
  await untilStandby();
});

it('answers browsers that have changed something by the primary, at every instance', async ({
  task,
}) => {
  prove(
    task,
    'scaling',
    'a browser for 5 s after it changed something, at every instance | it must see its own change.',
  );
  const events = await followEvents(server, admin);
  const { id, cookies } = await createRepository('with-a-cookie');
  expect(cookies).toEqual([
    expect.stringMatching(/^atrium\.changed=1; Max-Age=5; Path=\/; HttpOnly/),
  ]);
  // A notification of the change itself would keep the standby from answering below.
  while ((await events.nextOf('RecordChange')).recordId !== id);
  await events.close();
  await untilStandby();
  await both.setReplay(false);
  // Simulates a notification from another instance that hasn't arrived yet.
  await server.database.$executeRaw`UPDATE "repository" SET "description" = 'new'
    WHERE "id" = ${id} AND set_config('atrium.silent', 'on', true) = 'on'`;
  const description = 'query ($id: ID!) { repository(id: $id) { description } }';
  const others = await admin.send(description, { id });
  expect(others.data.repository).toEqual({ description: '' });
  expect(others.headers.getSetCookie()).toEqual([]);
  const own = await server.sendAs(`${session}; ${changed}`)(description, { id });
  expect(own.data.repository).toEqual({ description: 'new' });
  await both.setReplay(true);
});

it('reads from the primary while the standby is too far behind or away', async ({ task }) => {
  prove(
    task,
    'scaling',
    'A standby that is unreachable, lags, or cancels a statement because of replay is skipped, and the primary answers.',
  );
  await untilStandby();
  await both.setReplay(false);
  await server.database.$executeRaw`SELECT pg_logical_emit_message(false, 'test', 'x')`;
  await expect.poll(() => isFromStandby(), { timeout: 30_000 }).toBe(false);
  await both.setReplay(true);
  await untilStandby();
  const losses = () => server.lines.filter(({ msg }) => msg === 'replica.lost').length;
  const before = losses();
  await both.stopStandby();
  const answers = await Promise.all(Array.from({ length: 20 }, () => isFromStandby()));
  expect(answers).toEqual(Array(20).fill(false));
  expect(losses()).toBe(before + 1);
});
