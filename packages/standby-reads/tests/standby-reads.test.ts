import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, startEmbedded } from '@atrium/embedded-postgres';
import { type Standby, startStandby } from '@atrium/embedded-postgres/standby';
import { type ChangeSource, createStandbyReads, longestLag } from '@atrium/standby-reads';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'standby-reads-'));
const settings = { fsync: 'off', shared_buffers: '16MB' };
const pools: Pool[] = [];
let postgres: Embedded;
let standby: Standby;
let primary: Pool;

function poolOf(url: string): Pool {
  const pool = new Pool({ connectionString: url, options: '-c statement_timeout=500' });
  // Lost idle connections are replaced.
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  postgres = await startEmbedded({ dataDir, name: 'shop', settings });
  standby = await startStandby(postgres, settings);
  primary = poolOf(postgres.url);
  await primary.query('CREATE TABLE "book" ("title" text)');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await standby.stop();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function createSource() {
  let subscriber: Parameters<ChangeSource['subscribe']>[0] | undefined;
  const source = {
    listeningSince: performance.now(),
    subscribe: (to: NonNullable<typeof subscriber>) => {
      subscriber = to;
      source.listeningSince = performance.now();
    },
    hear: () => subscriber?.onChanges(),
    lose: () => {
      source.listeningSince = Number.POSITIVE_INFINITY;
      subscriber?.onEnd();
    },
  };
  return source;
}

const started: { stop(): void }[] = [];
afterEach(() => {
  for (const reads of started.splice(0)) reads.stop();
});

function startReads(urls = [standby.url]) {
  const states: string[] = [];
  const reads = createStandbyReads({
    primary,
    standbys: urls.map((url) => ({ host: new URL(url).host, pool: poolOf(url) })),
    onState: ({ host }, { state, before }) => states.push(`${host}: ${before} → ${state}`),
  });
  started.push(reads);
  const run = (text: string) =>
    reads.read(
      async ({ pool }) => ({ from: 'standby', rows: (await pool.query(text)).rows }),
      async () => ({ from: 'primary', rows: (await primary.query(text)).rows }),
    );
  const whereFrom = async () => (await run('SELECT 1')).from;
  const untilStandby = () =>
    expect.poll(whereFrom, { timeout: 30_000, interval: 10 }).toBe('standby');
  return { reads, run, whereFrom, untilStandby, states };
}

it('does not use standbys before it hears of the changes of others', async () => {
  const { reads, whereFrom, untilStandby } = startReads();
  await expect.poll(() => reads.list()[0]?.lagMs, { timeout: 30_000 }).toEqual(expect.any(Number));
  expect(await whereFrom()).toBe('primary');
  reads.listen(createSource());
  await untilStandby();
});

it('shows own changes at once, also while the standby has not replayed them', async () => {
  const { reads, run, untilStandby } = startReads();
  reads.listen(createSource());
  await untilStandby();
  await standby.setReplay(false);
  await primary.query(`INSERT INTO "book" VALUES ('Emma')`);
  reads.noteChange();
  const read = () => run('SELECT "title" FROM "book"');
  expect(await read()).toEqual({ from: 'primary', rows: [{ title: 'Emma' }] });
  await standby.setReplay(true);
  await untilStandby();
  expect(await read()).toEqual({ from: 'standby', rows: [{ title: 'Emma' }] });
});

it('shows changes of others that it was notified of', async () => {
  const source = createSource();
  const { reads, whereFrom, untilStandby } = startReads();
  reads.listen(source);
  await untilStandby();
  await standby.setReplay(false);
  await primary.query(`INSERT INTO "book" VALUES ('Persuasion')`);
  source.hear();
  expect(await whereFrom()).toBe('primary');
  await standby.setReplay(true);
  await untilStandby();
  source.lose();
  expect(await whereFrom()).toBe('primary');
  await untilStandby();
});

it('skips a standby that lags', async () => {
  const { reads, whereFrom, untilStandby } = startReads();
  reads.listen(createSource());
  await untilStandby();
  await standby.setReplay(false);
  await primary.query(`SELECT pg_logical_emit_message(false, 'test', 'x')`);
  await expect.poll(whereFrom, { timeout: longestLag + 30_000 }).toBe('primary');
  await standby.setReplay(true);
  await untilStandby();
});

it('leaves to the primary what a standby cancels, and reports wrong statements', async () => {
  const { reads, run, untilStandby, states } = startReads();
  reads.listen(createSource());
  await untilStandby();
  const sleep = `SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(5)::text END`;
  expect((await run(sleep)).from).toBe('primary');
  await expect(run('SELECT "author" FROM "book"')).rejects.toThrow('"author" does not exist');
  expect(states).toEqual([]);
});

it('never takes a primary for a standby', async () => {
  const { reads, whereFrom, states } = startReads([postgres.url]);
  reads.listen(createSource());
  const { host } = new URL(postgres.url);
  await expect.poll(() => states, { timeout: 30_000 }).toEqual([`${host}: standby → primary`]);
  expect(await whereFrom()).toBe('primary');
  expect(reads.list()).toEqual([{ host, state: 'primary', lagMs: null }]);
});

it('does without a standby that is lost', async () => {
  const { reads, whereFrom, untilStandby, states } = startReads();
  reads.listen(createSource());
  await untilStandby();
  await standby.stop();
  const answers = await Promise.all(Array.from({ length: 10 }, whereFrom));
  expect(answers).toEqual(Array(10).fill('primary'));
  const { host } = new URL(standby.url);
  expect(states).toEqual([`${host}: standby → lost`]);
});
