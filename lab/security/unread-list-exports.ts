import type { IncomingMessage } from 'node:http';
import type { Check } from '#lab/support/probe.ts';
import { pause } from '#lab/support/wait.ts';
import { type Context, type Scenario, until } from './context.ts';
import { withDatabase } from './database.ts';
import { files, open, readAll } from './list-exports.ts';
import { memory } from './memory.ts';
import { withOwnProduct } from './setups.ts';
import { createUser, type TestUser } from './users.ts';

/** Rows of 6 kB: together far more than the connections' buffers hold. */
const rows = 16_000;

/** Number of concurrent exports, and the memory in MB that they may add. */
const readers = 6;
const allowed = 100;

/** As in docs/decisions/022-exports.md. */
const unreadTimeoutMs = 30_000;

const fill = (own: Context) =>
  withDatabase(own, (database) =>
    database.query(
      `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
       SELECT 'repo_' || lpad(n::text, 26, '0'), 'many ' || n, 'https://git.example.com/x', repeat('€', 2000), now()
       FROM generate_series(1, ${rows}) AS n`,
    ),
  );

const many = (own: Context, count: number) =>
  Promise.all(Array.from({ length: count }, () => createUser(own, own.adminClient, 'USER')));

async function begin({ client }: TestUser, file: string): Promise<IncomingMessage> {
  const response = await open(client, file);
  if (response.statusCode === 200) await new Promise((done) => response.once('readable', done));
  return response;
}

const isDatabaseFree = (own: Context) =>
  withDatabase(own, async (database) => {
    const text = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() AND xact_start < now() - interval '1 second'`;
    return (await database.query(text)).rowCount === 0;
  });

async function leaveUnread(own: Context, check: Check) {
  const people = await many(own, readers);
  const [other] = await many(own, 1);
  const used = () => memory(own.operator.pids);
  const before = used();
  const opened = await Promise.all(
    people.map((person, index) => begin(person, files[index % files.length] ?? '')),
  );
  let peak = before;
  for (let look = 0; look < 60; look += 1) {
    peak = Math.max(peak, used());
    await pause(50);
  }
  const statuses = opened.map(({ statusCode }) => statusCode);
  check(
    'unread: all are open',
    statuses.every((status) => status === 200),
    statuses,
  );
  const isFree = (await until(() => isDatabaseFree(own))) !== undefined;
  check('unread: no transaction stays open', isFree);
  for (const file of files) {
    const whole = other && (await readAll(await open(other.client, file)));
    check(`unread: others read ${file} meanwhile`, whole?.isComplete === true, whole?.text.length);
  }
  return { added: peak - before, people, opened };
}

async function checkUnread(own: Context, check: Check, note: (figure: string) => void) {
  // Warm up, so that one-time allocations don't count.
  for (const file of files) {
    const [person] = await many(own, 1);
    const whole = person && (await readAll(await open(person.client, file)));
    const count = (whole?.text.split('repo_').length ?? 0) - 1;
    check(`${file}: has all rows`, whole?.isComplete === true && count >= rows, count);
  }
  let seen = await leaveUnread(own, check);
  // Measure again: memory kept per export is added every time.
  for (let turn = 1; turn < 3 && seen.added >= allowed; turn += 1) {
    for (const response of seen.opened) response.destroy();
    seen = await leaveUnread(own, check);
  }
  check(`unread: less than ${allowed} MB more`, seen.added < allowed, seen.added);
  note(`unread by ${readers}: ${Math.round(seen.added)} MB more`);
  await checkEnds(own, check, seen);
}

async function checkEnds(
  own: Context,
  check: Check,
  { people, opened }: { people: TestUser[]; opened: IncomingMessage[] },
): Promise<void> {
  const ended = () => {
    const lines = own.operator.log().split('\n');
    const ends = lines.filter((line) => line.includes('"outcome":"cancelled"'));
    return people.filter(({ id }) => ends.some((line) => line.includes(id))).length;
  };
  await until(() => ended() === readers, unreadTimeoutMs + 30_000);
  check('unread: ends after a while', ended() === readers, ended());
  for (const { client } of people) {
    const response = await open(client, 'repositories.csv');
    check('unread: may be started again', response.statusCode === 200, response.statusCode);
    response.destroy();
  }
  for (const response of opened) response.destroy();
}

const unread: Scenario = {
  row: 41,
  title: 'exports that are not read',
  only: ['production'],
  run: (context, check, note) =>
    withOwnProduct(context, { env: { MUTATIONS_PER_MINUTE: '6000' } }, async (own) => {
      await fill(own);
      await checkUnread(own, check, note);
    }),
};

export const unreadListExportScenarios = [unread];
