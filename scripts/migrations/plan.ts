/** What pending migrations will do to a database, in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '#server/database/connections/connection.ts';
import { findBackground } from '#server/database/migrations/background.ts';
import { findPending, listMigrations, migrate } from '#server/database/migrations/migrate.ts';
import { seconds } from '#server/progress.ts';
import { withScratch } from './scratch.ts';
import { type Blocked, blockedBy, type Effects, traceMigration } from './trace.ts';

/** Size of a table, as PostgreSQL last counted it. */
export type TableSize = { name: string; rows: number; bytes: number; totalBytes: number };

/**
 * Bytes per second, of the table or, where its indexes are written too, of both. Measured with the tables of this product
 * on two cores: docs/decisions/033-migrations-by-their-effects.md.
 */
const rates = { read: 100e6, indexed: 5e6, rewritten: 10e6, changed: 5e6 };

type Sizes = Map<string, TableSize>;

/** A line of the plan: what one table goes through in one migration. */
export type TablePlan = {
  table: string;
  blocked: Blocked;
  work: ('rewritten' | 'indexed' | 'changed' | 'read')[];
  /** Rough, from the lock to the end of the migration. */
  seconds: number;
};

function workOn(table: string, effects: Effects): TablePlan['work'][number] | undefined {
  if (effects.rewritten.includes(table)) return 'rewritten';
  if (effects.indexed.includes(table)) return 'indexed';
  if (!effects.read.includes(table)) return undefined;
  return effects.written.includes(table) ? 'changed' : 'read';
}

function estimate(effects: Effects, sizes: Sizes): number {
  let total = 0;
  for (const { name, bytes, totalBytes } of sizes.values()) {
    const work = workOn(name, effects);
    if (work)
      total += (work === 'rewritten' || work === 'changed' ? totalBytes : bytes) / rates[work];
  }
  return total;
}

const strength: Blocked[] = ['neither', 'writes', 'reads and writes'];

/** What a migration with these effects does to each table that it locks, changes or reads. */
export function planTables(all: Effects[], sizes: Sizes): TablePlan[] {
  const plans = new Map<string, TablePlan>();
  for (const effects of all) {
    const duration = estimate(effects, sizes);
    const touched = new Set([...effects.locks.keys(), ...effects.read]);
    for (const table of touched) {
      const mode = effects.locks.get(table);
      const blocked = mode ? blockedBy(mode) : 'neither';
      const plan = plans.get(table) ?? { table, blocked, work: [], seconds: 0 };
      if (strength.indexOf(blocked) > strength.indexOf(plan.blocked)) {
        // From here on, others wait.
        Object.assign(plan, { blocked, seconds: 0 });
      }
      plan.seconds += duration;
      const work = workOn(table, effects);
      if (work && !plan.work.includes(work)) plan.work.push(work);
      plans.set(table, plan);
    }
  }
  return [...plans.values()];
}

const sizesQuery = `
  SELECT relname AS name, greatest(reltuples, 0)::float8 AS rows,
    pg_relation_size(oid)::float8 AS bytes, pg_total_relation_size(oid)::float8 AS "totalBytes"
  FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'm')`;

/** Reads only. */
async function readState(url: string, folder: string) {
  return withConnection(url, async (client) => {
    const pending = await findPending(client, folder);
    const { rows } = await client.query<TableSize>(sizesQuery);
    return { pending, sizes: new Map(rows.map((size) => [size.name, size])) };
  });
}

const works: Record<TablePlan['work'][number], string> = {
  rewritten: 'the table is rewritten',
  indexed: 'an index is built',
  changed: 'rows are changed and stay locked until the end',
  read: 'all rows are read',
};

function line({ table, blocked, work, seconds: duration }: TablePlan, sizes: Sizes): string {
  const { rows = 0, totalBytes = 0 } = sizes.get(table) ?? {};
  const size = `${rows.toLocaleString('en')} rows, ${Math.ceil(totalBytes / 1e6)} MB`;
  const wait = blocked === 'neither' ? 'nothing waits' : `${blocked} wait`;
  const time = duration < 0.1 ? 'a moment' : `about ${seconds(duration * 1000)}`;
  return `  ${table} (${size}): ${[wait, ...work.map((each) => works[each]), time].join('; ')}`;
}

/**
 * Describes what the pending migrations will lock, rewrite and read in the database at `url`, which stays as it is: they
 * run in an empty PostgreSQL of their own.
 */
export async function planMigrations(url: string, folder: string): Promise<string[]> {
  const { pending, sizes } = await readState(url, folder);
  if (pending.length === 0) return ['Nothing is pending.'];
  if (sizes.size === 0) {
    return ['The database is empty: no table can be locked.'];
  }
  return withScratch(url, async (scratch) => {
    const applied = listMigrations(folder).filter((name) => !pending.includes(name));
    await migrate(scratch, folder, undefined, applied);
    const lines: string[] = [];
    for (const name of pending) {
      const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
      const plans = planTables(await traceMigration(scratch, name, script), sizes);
      lines.push(name, ...plans.map((plan) => line(plan, sizes)));
      if (plans.length === 0) lines.push('  locks no table in use');
      if (findBackground(folder, name)) lines.push('  fills rows in batches after the start');
    }
    return lines;
  });
}
