/** What the system page shows: of the database, each in one statement, and of the process. */
import cluster from 'node:cluster';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import type { Database } from '#server/database/client.ts';
import { listMigrations } from '#server/database/migrations/migrate.ts';
import type { Context } from '#server/graphql/context.ts';

export function readProcess({ processState, settings: { demo, port } }: Context) {
  const { admission, busyRatio, pools } = processState;
  const counts = Object.values(pools).map((read) => read());
  const connections = counts.reduce((sum, { total }) => sum + total, 0);
  return {
    ...admission(),
    // The demo hides its host: visitors are managers, too.
    instance: `${demo ? 'demo' : hostname()}:${port}`,
    worker: cluster.worker?.id ?? 0,
    pid: process.pid,
    startedAt: new Date(performance.timeOrigin),
    busyRatio: busyRatio(),
    memoryBytes: process.memoryUsage.rss(),
    connections,
    busyConnections: counts.reduce((sum, { idle }) => sum - idle, connections),
  };
}

export type ProcessLoad = ReturnType<typeof readProcess>;

export type DatabaseState = {
  version: string;
  bytes: number;
  connections: number;
  maxConnections: number;
};

/** Connections are counted by database, since roles without privileges don't see other roles' sessions. */
export async function readDatabase(database: Database): Promise<DatabaseState> {
  const [row] = await database.$queryRaw<[DatabaseState]>`
    SELECT current_setting('server_version') AS "version",
      pg_database_size(current_database())::float8 AS "bytes",
      (SELECT sum(numbackends)::int FROM pg_stat_database) AS "connections",
      current_setting('max_connections')::int AS "maxConnections"`;
  return row;
}

export async function readMigrationState(database: Database) {
  const rows = await database.$queryRaw<{ name: string; finishedAt: Date }[]>`
    SELECT "migration_name" AS "name", "finished_at" AS "finishedAt" FROM "_prisma_migrations"
    WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY "migration_name"`;
  const applied = new Set(rows.map(({ name }) => name));
  const last = rows.at(-1);
  return {
    applied: rows.length,
    pending: listMigrations().filter((name) => !applied.has(name)),
    last: last?.name ?? null,
    lastAppliedAt: last?.finishedAt ?? null,
  };
}

export type MigrationState = Awaited<ReturnType<typeof readMigrationState>>;

export type MailQueue = {
  waiting: number;
  retried: number;
  oldestSeconds: number;
  failed: number;
  unsure: number;
  lastError: string | null;
};

/** Counts failed emails of the last day, like docs/guides/incident.md. */
export async function readMailQueue(database: Database): Promise<MailQueue> {
  const [row] = await database.$queryRaw<[MailQueue]>`
    SELECT count(*) FILTER (WHERE "state" = 'pending')::int AS "waiting",
      count(*) FILTER (WHERE "state" = 'pending' AND "lastError" IS NOT NULL)::int AS "retried",
      coalesce(extract(epoch FROM now() - min("createdAt") FILTER (WHERE "state" = 'pending')), 0)::int AS "oldestSeconds",
      count(*) FILTER (WHERE "state" = 'failed')::int AS "failed",
      count(*) FILTER (WHERE "state" = 'failed' AND "handedOverAt" IS NOT NULL)::int AS "unsure",
      (array_agg("lastError" ORDER BY "nextAttemptAt" DESC) FILTER (WHERE "lastError" IS NOT NULL))[1] AS "lastError"
    FROM "mail"
    WHERE "state" = 'pending' OR ("state" = 'failed' AND "createdAt" > now() - interval '1 day')`;
  return row;
}
