/** Runs the committed migrations with Prisma's own engine, keeping the table that `prisma migrate` keeps. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DiffTarget, SchemaEngine } from '@prisma/schema-engine-wasm';
import { Client } from 'pg';
import { CliError } from '#server/progress.ts';

const folder = join(import.meta.dirname, '..', '..', 'prisma', 'migrations');
const schemaFile = join(import.meta.dirname, '..', '..', 'prisma', 'schema.prisma');
const noFilter = { externalTables: [], externalEnums: [] };
/** Ours alone: Prisma's engine takes a lock of its own inside, in another session. */
const LOCK = 1635021170;

/**
 * Applies what is pending, in order, and returns the names. Two instances may call it at once. Throws a
 * CliError that names the migration which failed, or an unreachable database.
 */
export async function migrate(url: string, migrations = folder): Promise<{ applied: string[] }> {
  return withClient(url, async (client) => {
    if ((await pendingOf(client, migrations)).length === 0) return { applied: [] };
    await client.query(`SELECT pg_advisory_lock(${LOCK})`);
    // Whoever waited finds it done.
    const pending = await pendingOf(client, migrations);
    if (pending.length === 0) return { applied: [] };
    const { engine, close, refusal } = await openEngine(url);
    try {
      await forgetUnfinished(client, engine, migrations);
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: readMigrations(migrations),
        filters: noFilter,
      });
      return { applied: appliedMigrationNames };
    } catch (cause) {
      const [failed = 'A migration'] = await pendingOf(client, migrations);
      await forgetUnfinished(client, engine, migrations).catch(() => {});
      throw new CliError(
        `${failed}: ${refusal() ?? wordsOf(cause)}`,
        'Correct the migration and start again. Nothing of it, and nothing after it, was applied.',
        { cause },
      );
    } finally {
      await close();
    }
  });
}

/**
 * A migration is sent as one script, which PostgreSQL runs in one transaction: one that failed, or whose
 * process was killed, left nothing behind but its row, which would stop Prisma for ever. Scripts that end
 * their transaction themselves are left to a person.
 */
async function forgetUnfinished(
  client: Client,
  engine: SchemaEngine,
  migrations: string,
): Promise<void> {
  const { rows: found } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
  );
  for (const { name } of rows) {
    const file = join(migrations, name, 'migration.sql');
    if (!existsSync(file) || /^\s*(commit|end)\s*;/im.test(readFileSync(file, 'utf8'))) continue;
    await engine.markMigrationRolledBack({ migrationName: name });
  }
}

/**
 * The SQL that leads from one Prisma schema to another; `from` undefined means from nothing. The engine wants
 * to connect to the database at `url`, but neither reads nor changes it.
 */
export async function diffSchemas(
  url: string,
  from: string | undefined,
  to: string,
): Promise<string> {
  const target = (content: string): DiffTarget => ({
    tag: 'schemaDatamodel',
    files: [{ path: 'schema.prisma', content }],
  });
  const { engine, close } = await openEngine(url, to);
  try {
    const { stdout } = await engine.diff({
      from: from === undefined ? { tag: 'empty' } : target(from),
      to: target(to),
      script: true,
      exitCode: null,
      filters: noFilter,
    });
    return stdout ?? '';
  } finally {
    await close();
  }
}

/** Runs `work` with a connection of its own. Throws a CliError where the database does not answer. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'atrium migrate',
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => {});
    const { host, port } = client;
    throw new CliError(
      `The database at ${host}:${port} does not answer: ${reasonOf(cause)}`,
      'Start it or correct DATABASE_URL; unset DATABASE_URL for the embedded one.',
      { cause },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

// Several addresses behind one name make an error without words, holding one error for each.
const reasonOf = (error: unknown): string => {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'no reason given';
};

async function pendingOf(client: Client, migrations: string): Promise<string[]> {
  const names = migrationNames(migrations);
  const { rows: found } = await client.query(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!found[0]?.exists) return names;
  const { rows } = await client.query<{ name: string }>(
    'SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  );
  const done = new Set(rows.map((row) => row.name));
  return names.filter((name) => !done.has(name));
}

const migrationNames = (migrations: string): string[] =>
  existsSync(migrations)
    ? readdirSync(migrations)
        .filter((name) => existsSync(join(migrations, name, 'migration.sql')))
        .sort()
    : [];

function readMigrations(migrations: string) {
  const lockfile = join(migrations, 'migration_lock.toml');
  return {
    baseDir: migrations,
    shadowDbInitScript: '',
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(lockfile) ? readFileSync(lockfile, 'utf8') : null,
    },
    migrationDirectories: migrationNames(migrations).map((path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(join(migrations, path, 'migration.sql'), 'utf8'),
        },
      },
    })),
  };
}

type Engine = {
  engine: SchemaEngine;
  close(): Promise<void>;
  /** PostgreSQL's own words about the script it refused last; the engine reports only a number. */
  refusal(): string | undefined;
};

async function openEngine(url: string, schema = readFileSync(schemaFile, 'utf8')): Promise<Engine> {
  const Engine = await loadEngine();
  const factory = new PrismaPg({ connectionString: url, connectionTimeoutMillis: 5000 });
  let refused: string | undefined;
  const adapters: { dispose(): Promise<void> }[] = [];
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    adapters.push(adapter);
    // PrismaPg cuts a script at every semicolon, also inside comments and functions. PostgreSQL does not.
    adapter.executeScript = async (script) => {
      try {
        await adapter.underlyingDriver().query(script);
      } catch (error) {
        refused = errorWithLine(error, script);
        throw error;
      }
    };
    return adapter;
  };
  const engine = await Engine.new(
    { datamodels: [['schema.prisma', schema]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(factory),
  );
  return {
    engine,
    refusal: () => refused,
    close: async () => {
      engine.free();
      await Promise.all(adapters.map((adapter) => adapter.dispose().catch(() => {})));
    },
  };
}

let loading: Promise<typeof SchemaEngine> | undefined;

/** Prisma's engine in WebAssembly: one per process. Takes some 100 ms, so only where there is work. */
function loadEngine(): Promise<typeof SchemaEngine> {
  loading ??= (async () => {
    const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
    const file = createRequire(import.meta.url).resolve(
      '@prisma/schema-engine-wasm/schema_engine_bg',
    );
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: () => {} } });
    const imports = { './schema_engine_bg.js': glue } as unknown as WebAssembly.Imports;
    const bytes = readFileSync(join(file, '..', 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, imports);
    const { __wbg_set_wasm, SchemaEngine: Engine } = glue as unknown as {
      __wbg_set_wasm(exports: WebAssembly.Exports): void;
      SchemaEngine: typeof SchemaEngine;
    };
    __wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    return Engine;
  })();
  return loading;
}

/** PostgreSQL's message with the line of the script that it points to. */
function errorWithLine(error: unknown, script: string): string {
  const { message, position } = error as Error & { position?: string };
  if (!position) return message;
  return `${message} (line ${script.slice(0, Number(position)).split('\n').length})`;
}

/** What a person needs of the engine's words: not its own stack. */
function wordsOf(error: unknown): string {
  const { message } = error as Error;
  return message.split('\n   0: ')[0]?.replace('external connector error\n', '') ?? message;
}
