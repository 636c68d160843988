/**
 * Benchmarks the cost per request of the product and its peers. Each round measures every target once, so that
 * other load on the machine affects all of them.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { say, step } from '#server/progress.ts';
import { query } from '#tests/support/database.ts';
import { fill, fillPeers } from './fill.ts';
import { installPeers } from './install-peers.ts';
import { ask, check, load, type ValuesOf, valuesFor } from './load.ts';
import { type BenchPostgres, withPostgres } from './postgres.ts';
import {
  type Measured,
  machine,
  median,
  memoryTable,
  runKey,
  summary,
  workloadTable,
} from './report.ts';
import { startPeers, startProductTargets, type Target } from './targets.ts';
import { residentMemory } from './usage.ts';
import { type WorkloadName, workloads, writes } from './workloads.ts';

export type ApiOptions = {
  rows: number;
  workloads: WorkloadName[];
  connections: number[];
  seconds: number;
  rounds: number;
};

/** Maximum CPU cost of a deep page, relative to the first page. */
const depthBound = 1.5;

/** So that PostgreSQL counts statements. */
const settings = {
  max_connections: '100',
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_utility': 'off',
};

export async function benchApi(options: ApiOptions): Promise<boolean> {
  await installPeers();
  return withPostgres((postgres) => benchOn(postgres, options), settings);
}

async function benchOn(postgres: BenchPostgres, options: ApiOptions): Promise<boolean> {
  const { rows } = options;
  const token = randomUUID();
  const { href: peersUrl } = new URL('/peers', postgres.url);
  await query(postgres.superuserUrl, 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await query(postgres.url, 'CREATE DATABASE peers');
  await step(`Adding ${rows.toLocaleString('en')} repositories`, async () => {
    await fill(postgres.url, rows);
    await fillPeers(peersUrl, rows, token);
  });
  const targets: Target[] = [];
  try {
    await step('Starting the servers', async () => {
      targets.push(...(await startPeers(peersUrl, token)));
      targets.push(...(await startProductTargets(postgres.url)));
    });
    say(`\n${machine()}; ${rows.toLocaleString('en')} repositories`);
    return await measure(targets, postgres, options);
  } finally {
    for (const target of targets) await target.stop();
  }
}

async function measure(
  targets: readonly Target[],
  postgres: BenchPostgres,
  options: ApiOptions,
): Promise<boolean> {
  const measured: Measured[] = [];
  const values = new Map<Target, ValuesOf>();
  for (const target of targets) {
    // Startup leaves garbage that is collected during the next seconds.
    await sleep(1_000);
    const idleMemory = residentMemory(target.pid);
    const ids = await sampleIds(target);
    const cursor = options.workloads.includes('W3')
      ? await findCursor(target, valuesFor(ids, ''), options.rows / 2)
      : '';
    values.set(target, valuesFor(ids, cursor));
    measured.push({
      target,
      statements: new Map(),
      runs: new Map(),
      idleMemory,
      loadedMemory: undefined,
    });
  }
  const of = (target: Target) => values.get(target) as ValuesOf;
  await step('Warming up', () => warmUp(targets, of, postgres, options));
  for (const name of options.workloads) {
    for (const { target, statements } of measured)
      statements.set(name, await countStatements(target, name, of(target), postgres));
  }
  for (const connections of options.connections) {
    for (const name of options.workloads) {
      for (let round = 0; round < options.rounds; round += 1) {
        for (const { target, runs } of measured) {
          const key = runKey(name, connections);
          const parameters = { connections, postgres: postgres.pid };
          await check(target, name, of(target)(0));
          await load(target, name, of(target), { ...parameters, seconds: options.seconds / 3 });
          const { seconds } = options;
          const figures = await load(target, name, of(target), { ...parameters, seconds });
          runs.set(key, [...(runs.get(key) ?? []), figures]);
          // Also waits until the target has finished the work queued by the load.
          await checkAfterLoad(target, name, of(target));
          if (name === writes) await removeCreated(target);
        }
      }
      for (const line of workloadTable(measured, name, connections)) say(line);
    }
  }
  for (const each of measured) each.loadedMemory = residentMemory(each.target.pid);
  for (const line of memoryTable(measured)) say(line);
  return isDepthFree(measured.at(-1), options.connections[0] ?? 10);
}

async function warmUp(
  targets: readonly Target[],
  valuesOf: (target: Target) => ValuesOf,
  { pid }: BenchPostgres,
  { workloads: names, seconds }: ApiOptions,
): Promise<void> {
  for (const target of targets) {
    for (const name of names)
      await load(target, name, valuesOf(target), { connections: 10, seconds, postgres: pid });
    if (names.includes(writes)) await removeCreated(target);
  }
}

/** Gives a target that refuses everything after a load some time before it counts as broken. */
async function checkAfterLoad(target: Target, name: WorkloadName, valuesOf: ValuesOf) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await check(target, name, valuesOf(1));
    } catch (error) {
      if (tries === 50) throw error;
      await sleep(200);
    }
  }
}

async function sampleIds({ databaseUrl }: Target): Promise<string[]> {
  const rows = await query<{ id: string }>(
    databaseUrl,
    'SELECT "id" FROM "repository" ORDER BY md5("id") LIMIT 500',
  );
  return rows.map(({ id }) => id);
}

async function findCursor(target: Target, valuesOf: ValuesOf, depth: number): Promise<string> {
  let cursor = '';
  for (let at = 0; at < depth; at += target.pageSize) {
    const first = Math.min(target.pageSize, depth - at);
    const { W3 } = target.dialect;
    const variables = () => ({ first, after: cursor || null });
    const dialect = { ...target.dialect, W3: { ...W3, variables } };
    const data = await ask({ ...target, dialect }, 'W3', valuesOf(0));
    cursor = (Object.values(data)[0] as { pageInfo: { endCursor: string } }).pageInfo.endCursor;
  }
  return cursor;
}

/** Statements per request: the median of ten, since the product also runs background statements. */
async function countStatements(
  target: Target,
  name: WorkloadName,
  valuesOf: ValuesOf,
  { superuserUrl }: BenchPostgres,
): Promise<number> {
  const database = new URL(target.databaseUrl).pathname.slice(1);
  const statements = async () => {
    const [row] = await query<{ calls: number }>(
      superuserUrl,
      `SELECT coalesce(sum("calls"), 0)::int AS "calls" FROM pg_stat_statements
        WHERE "dbid" = (SELECT "oid" FROM pg_database WHERE "datname" = $1)`,
      [database],
    );
    return row?.calls ?? 0;
  };
  const counts: number[] = [];
  // The first requests prepare statements that later ones reuse.
  for (let index = 0; index < 15; index += 1) {
    const before = await statements();
    await check(target, name, valuesOf(index));
    counts.push((await statements()) - before);
  }
  return median(counts.slice(5));
}

/** Runs VACUUM too: the removed rows are the newest, and the next lists would have to skip them. */
async function removeCreated({ databaseUrl }: Target): Promise<void> {
  await query(databaseUrl, `DELETE FROM "repository" WHERE "name" LIKE 'bench-%'`);
  await query(databaseUrl, 'VACUUM "repository"');
}

function isDepthFree(product: Measured | undefined, connections: number): boolean {
  const [first, deep] = (['W1', 'W3'] as const).map(
    (name) => product && summary(product, name, connections),
  );
  if (!first || !deep) return true;
  const ratio = (deep.server + deep.database) / (first.server + first.database);
  if (!Number.isFinite(ratio)) return true;
  say(`\n${workloads.W3.title}: ${ratio.toFixed(2)} × the first page (at most ${depthBound})`);
  return ratio <= depthBound;
}
