/** Runs migrations on empty tables and reads from PostgreSQL's catalog what they lock, read and rewrite. */
import { type SafeClient, withConnection } from '#server/database/connections/connection.ts';
import { commitsItself } from '#server/database/migrations/migrate.ts';
import { CliError } from '#server/progress.ts';
import { readStatements, type Statement } from './statements.ts';

/** PostgreSQL's table locks from `CREATE INDEX CONCURRENTLY` on, weakest first. */
const lockModes = [
  'RowExclusiveLock',
  'ShareUpdateExclusiveLock',
  'ShareLock',
  'ShareRowExclusiveLock',
  'ExclusiveLock',
  'AccessExclusiveLock',
] as const;

export type LockMode = (typeof lockModes)[number];

/** Requests that wait while the lock is held. */
export type Blocked = 'reads and writes' | 'writes' | 'neither';

export const blockedBy = (mode: LockMode): Blocked => {
  if (mode === 'AccessExclusiveLock') return 'reads and writes';
  return lockModes.indexOf(mode) >= lockModes.indexOf('ShareLock') ? 'writes' : 'neither';
};

/** What a statement does to tables of earlier migrations, by their names. */
export type Effects = Statement & {
  /** Held after the statement, until the end of the transaction. */
  locks: Map<string, LockMode>;
  /** Read from the first to the last row. */
  read: string[];
  /** Rows were, or would be, inserted, updated or deleted up to here. */
  written: string[];
  rewritten: string[];
  indexed: string[];
  /** Tables and columns that are gone or have another name. */
  removed: string[];
  /** New columns that an INSERT must name. */
  required: string[];
};

type Table = {
  oid: number;
  name: string;
  file: number;
  indexes: number[];
  columns: Record<string, { name: string; isRequired: boolean }>;
  reads: number;
  modes: string[];
};

const tablesQuery = `
  SELECT c.oid::int AS oid, relname AS name, relfilenode::int AS file, pg_stat_get_xact_numscans(c.oid)::int AS reads,
    ARRAY(SELECT i.relfilenode::int FROM pg_index JOIN pg_class i ON i.oid = indexrelid WHERE indrelid = c.oid) AS indexes,
    (SELECT jsonb_object_agg(attnum, jsonb_build_object('name', attname,
        'isRequired', attnotnull AND NOT atthasdef AND attidentity = ''))
      FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS columns,
    ARRAY(SELECT mode FROM pg_locks WHERE relation = c.oid AND pid = pg_backend_pid() AND locktype = 'relation') AS modes
  FROM pg_class c
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'm')`;

async function readTables(client: SafeClient): Promise<Map<number, Table>> {
  const { rows } = await client.query<Table>(tablesQuery);
  return new Map(rows.map((row) => [row.oid, row]));
}

const strongest = (modes: string[]): LockMode | undefined =>
  lockModes.findLast((mode) => modes.includes(mode));

function compare(
  statement: Statement,
  old: Table[],
  from: Table[],
  to: Map<number, Table>,
): Effects {
  const effects: Effects = {
    ...statement,
    locks: new Map(),
    read: [],
    written: [],
    rewritten: [],
    indexed: [],
    removed: [],
    required: [],
  };
  for (const { oid, name } of old) {
    const before = from.find((table) => table.oid === oid);
    if (!before) continue;
    const after = to.get(oid);
    if (after?.name !== before.name) effects.removed.push(name);
    if (!after) {
      effects.locks.set(name, 'AccessExclusiveLock');
      continue;
    }
    const mode = strongest(after.modes);
    if (mode) effects.locks.set(name, mode);
    if (after.modes.includes('RowExclusiveLock')) effects.written.push(name);
    if (after.reads > before.reads) effects.read.push(name);
    if (after.file !== before.file) effects.rewritten.push(name);
    else if (after.indexes.some((file) => !before.indexes.includes(file)))
      effects.indexed.push(name);
    for (const [number, column] of Object.entries(before.columns)) {
      if (after.columns[number]?.name !== column.name)
        effects.removed.push(`${name}.${column.name}`);
    }
    for (const [number, column] of Object.entries(after.columns)) {
      if (!before.columns[number] && column.isRequired)
        effects.required.push(`${name}.${column.name}`);
    }
  }
  return effects;
}

/** Applies a migration to the database at `url`, whose tables are empty, and returns the effects of its statements. */
export async function traceMigration(
  url: string,
  name: string,
  script: string,
): Promise<Effects[]> {
  return withConnection(url, async (client) => {
    // Conditions that an index serves don't read the whole table, even if that would be faster for an empty one.
    await client.query('SET enable_indexonlyscan = off; SET enable_mergejoin = off');
    if (!commitsItself(script)) await client.query('BEGIN');
    let tables = await readTables(client);
    const old = [...tables.values()];
    const all: Effects[] = [];
    for (const statement of readStatements(script)) {
      await execute(client, name, statement);
      const next = await readTables(client);
      all.push(compare(statement, old, [...tables.values()], next));
      tables = next;
    }
    if (!commitsItself(script)) await client.query('COMMIT');
    return all;
  });
}

async function execute(client: SafeClient, name: string, { sql, line }: Statement) {
  try {
    return await client.query(sql);
  } catch (cause) {
    const { message } = cause as Error;
    throw new CliError(`${name}: ${message} (line ${line})`, 'Correct the migration.', { cause });
  }
}
