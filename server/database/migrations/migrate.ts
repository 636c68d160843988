/**
 * Applies migrations like `prisma migrate deploy`, without its engine. Uses the same lock, order, table and checksums,
 * so that Prisma's own commands work on the same database.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SafeClient, withConnection } from '#server/database/connection.ts';
import { CliError } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import { roleNames } from '#shared/permissions.ts';

const defaultFolder = fromRoot('prisma', 'migrations');

type OnNotice = (migration: string, text: string) => void;

const createTable = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies the pending migrations, or those among `names`, in order and returns their names. Instances may call it
 * concurrently. `onNotice` gets what a migration reports with RAISE NOTICE.
 *
 * @throws {CliError} naming the failed migration, or if the database is unreachable
 */
export async function migrate(
  url: string,
  folder = defaultFolder,
  onNotice: OnNotice = () => {},
  names = listMigrations(folder),
): Promise<{ applied: string[] }> {
  return withConnection(url, async (client) => {
    const findWanted = async () =>
      (await findPending(client, folder)).filter((name) => names.includes(name));
    if ((await findWanted()).length === 0) return { applied: [] };
    await lockMigrations(client);
    await initialize(client);
    await resolveUnfinished(client, folder);
    // Another instance may have applied them while this one waited for the lock.
    const pending = await findWanted();
    let current = '';
    client.on('notice', ({ message = '' }) => onNotice(current, message));
    for (const name of pending) {
      current = name;
      await apply(client, folder, name);
    }
    return { applied: pending };
  });
}

async function hasTable(client: SafeClient): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT to_regclass('"_prisma_migrations"') IS NOT NULL AS exists`,
  );
  return rows[0]?.exists;
}

/** Names of the migrations in a folder, oldest first. */
export function listMigrations(folder = defaultFolder): string[] {
  return readdirSync(folder)
    .filter((name) => existsSync(scriptFile(folder, name)))
    .sort();
}

/** Names of the migrations in a folder that the database lacks. */
export async function findPending(client: SafeClient, folder = defaultFolder): Promise<string[]> {
  const names = listMigrations(folder);
  if (!(await hasTable(client))) return names;
  const { rows } = await client.query<{ name: string }>(
    `SELECT "migration_name" AS name FROM "_prisma_migrations"
     WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !applied.has(name));
}

/** Creates Prisma's table in an empty schema. Throws a CliError if the schema has other tables. */
async function initialize(client: SafeClient): Promise<void> {
  if (await hasTable(client)) return;
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
     AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e') LIMIT 1`,
  );
  if (rowCount) {
    throw new CliError(
      'The database is not empty and has no record of migrations.',
      'Use an empty database, or record the present state: https://www.prisma.io/docs/orm/prisma-migrate/workflows/baselining',
    );
  }
  await client.query(createTable);
}

async function apply(client: SafeClient, folder: string, name: string): Promise<void> {
  const script = readFileSync(scriptFile(folder, name), 'utf8');
  const id = randomUUID();
  await client.query(
    'INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name") VALUES ($1, $2, $3)',
    [id, createHash('sha256').update(script).digest('hex'), name],
  );
  try {
    await runScript(client, script);
  } catch (cause) {
    await client.query('ROLLBACK');
    const message = describe(cause, script);
    await client.query('UPDATE "_prisma_migrations" SET "logs" = $2 WHERE "id" = $1', [
      id,
      message,
    ]);
    await resolveUnfinished(client, folder);
    throw new CliError(
      `${name}: ${message}`,
      'Correct the migration and start again. Nothing of it, and nothing after it, was applied.',
      { cause },
    );
  }
  await client.query(
    `UPDATE "_prisma_migrations" SET "finished_at" = clock_timestamp(), "applied_steps_count" = 1
     WHERE "id" = $1`,
    [id],
  );
}

/**
 * A script runs in one transaction, so if it failed or was killed, only its row remains: mark it as rolled back. Throws
 * a CliError for a script that commits itself and may be half applied.
 */
async function resolveUnfinished(client: SafeClient, folder: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "migration_name" AS name FROM "_prisma_migrations"
     WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
  );
  for (const { name } of rows) {
    const file = scriptFile(folder, name);
    if (!existsSync(file) || commitsItself(readFileSync(file, 'utf8'))) {
      throw new CliError(
        `${name} failed and may be half applied.`,
        `Correct the database, then run "npx prisma migrate resolve" with --applied ${name} or --rolled-back ${name}.`,
      );
    }
    await client.query(
      `UPDATE "_prisma_migrations" SET "rolled_back_at" = clock_timestamp()
       WHERE "migration_name" = $1 AND "finished_at" IS NULL AND "rolled_back_at" IS NULL`,
      [name],
    );
  }
}

const scriptFile = (folder: string, name: string) => join(folder, name, 'migration.sql');

/** PostgreSQL's message with the script line it refers to. */
function describe(error: unknown, script: string): string {
  const { message, position } = error as Error & { position?: string };
  if (!position) return message;
  return `${message} (line ${script.slice(0, Number(position)).split('\n').length})`;
}

/**
 * Advisory lock of Prisma Migrate: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production
 */
const advisoryLock = 72707369;
const pollMilliseconds = 200;

/**
 * How long migrations wait for a lock, because requests queue behind them. Shorter than PostgreSQL's deadlock_timeout
 * (1 s), so that a deadlock ends the migration, which tries again, and never a request.
 */
const lockTimeoutMs = 500;
const lockedPauseMs = 1_000;
const attempts = 60;

/** Codes lock_not_available and deadlock_detected. */
const lockedCodes = new Set<unknown>(['55P03', '40P01']);

const isLocked = (error: unknown): boolean => lockedCodes.has((error as { code?: unknown }).code);

/** Whether a script commits itself or can't run in a transaction. */
export const commitsItself = (script: string) =>
  /^\s*(commit|end)\s*;|\bconcurrently\b/im.test(script.replaceAll(/--.*$/gm, ''));

/**
 * Holds the migration lock until the connection ends. Polls, because a waiting statement holds a snapshot, and the lock
 * holder's CREATE INDEX CONCURRENTLY waits for every snapshot.
 */
async function lockMigrations(client: SafeClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${advisoryLock}) AS locked`);
    if (rows[0].locked) return;
    await sleep(pollMilliseconds);
  }
}

/**
 * Runs a migration script. If it waits longer than half a second for a table, behind a long query, it is rolled back so
 * that queued requests are served. Tried up to 60 times.
 */
async function runScript(client: SafeClient, script: string): Promise<void> {
  if (commitsItself(script)) {
    await client.query(script);
    return;
  }
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(script);
      break;
    } catch (error) {
      if (!isLocked(error) || attempt === attempts) throw error;
      await client.query('ROLLBACK');
      await sleep(lockedPauseMs);
    }
  }
  await client.query('RESET lock_timeout');
}

/** The check of a user's roles, one or several, separated by commas. */
export function knownRoles(roles: readonly string[]): string {
  const role = `(${roles.join('|')})`;
  return `"user_role_known" CHECK ("role" ~ '^${role}(,${role})*$')`;
}

/** Whether the migrations let users have `roles`, and no others. */
export function hasMigratedRoles(roles: readonly string[], folder = defaultFolder): boolean {
  const scripts = listMigrations(folder).map((name) =>
    readFileSync(scriptFile(folder, name), 'utf8'),
  );
  // A new project's only migration is a dump of the schema, which PostgreSQL writes without quotes.
  const known = /\buser_role_known"? CHECK \(+"?role"? ~ '\^\((.+?)\)/g;
  const checks = scripts.join('\n').matchAll(known);
  const [, migrated = ''] = [...checks].at(-1) ?? [];
  return migrated.split('|').toSorted().join() === roles.toSorted().join();
}

/** @throws {CliError} if the migrations let users have other roles than `roles` */
export function requireMigratedRoles(roles: readonly string[] = roleNames): void {
  if (hasMigratedRoles(roles)) return;
  throw new CliError(
    'The roles of shared/permissions.ts have no migration: the database refuses new ones.',
    'Write it: npm run db:new-migration -- roles',
  );
}
