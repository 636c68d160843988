/** Gauges of the process, and of the database: read by one statement per scrape for all processes. */
import cluster from 'node:cluster';
import { Gauge, Registry } from 'prom-client';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { readClockSkew, SafeClient } from '#server/database/connection.ts';
import type { Log } from '#server/log/log.ts';
import type { ProcessState } from '#server/process-state.ts';

const gaugesIn =
  (register: Registry) =>
  (name: string, help: string, read?: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [register],
      ...(read && {
        collect() {
          this.set(read());
        },
      }),
    });

export function addInstanceInfo(register: Registry): void {
  const commit = readBuildInfo()?.commit ?? '';
  new Gauge({
    name: 'atrium_build_info',
    help: '1, labeled by the version and the Git commit.',
    labelNames: ['version', 'commit'],
    registers: [register],
  }).set({ version: packageJson.version, commit }, 1);
  gaugesIn(register)(
    'atrium_start_time_seconds',
    'When this instance started, in seconds since 1970.',
  ).set(Math.round(Date.now() / 1_000 - process.uptime()));
}

export function watchProcess(register: Registry, { admission, pools }: ProcessState): void {
  const gauge = gaugesIn(register);
  gauge('atrium_requests_in_flight', 'Requests that run.', () => admission().inFlight);
  gauge(
    'atrium_requests_limit',
    'Requests that may run at a time. A late event loop lowers it.',
    () => admission().limit,
  );
  gauge('atrium_requests_queued', 'Requests that wait for their turn.', () => admission().queued);
  gauge('atrium_open_streams', 'Open streams.', () => admission().openStreams);
  new Gauge({
    name: 'atrium_process_memory_bytes',
    help: 'Resident memory by process.',
    // Gauges of processes are summed.
    labelNames: ['worker'],
    registers: [register],
    collect() {
      this.set({ worker: cluster.worker?.id ?? 0 }, process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: 'atrium_database_connections',
    help: 'Database connections by pool. "waiting" are statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers: [register],
    collect() {
      for (const [pool, read] of Object.entries(pools)) {
        const { total, idle, waiting } = read();
        this.set({ pool, state: 'busy' }, total - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}

/** A scrape times out after 10 s by default. */
const timeoutMs = 2_000;

type Row = { pending: number; delay: number; rows: Record<string, number> };

/** The number of sessions is PostgreSQL's estimate, because counting a million takes seconds. */
const statement = `
  SELECT count(*)::float8 AS "pending",
    coalesce(extract(epoch FROM now() - min("createdAt")), 0)::float8 AS "delay",
    (SELECT json_object_agg("table", "rows") FROM (
      SELECT "table", sum("rows") AS "rows" FROM (
        SELECT "table", "rows" FROM "row_count" UNION ALL SELECT "table", "rows" FROM "row_count_part"
      ) AS "part" GROUP BY "table"
      UNION ALL
      SELECT 'session', greatest("reltuples", 0)::bigint FROM "pg_class" WHERE "oid" = '"session"'::regclass
    ) AS "counts") AS "rows"
  FROM "mail" WHERE "state" = 'pending'`;

async function read(url: string) {
  const client = new SafeClient({
    connectionString: url,
    application_name: 'atrium metrics',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    statement_timeout: timeoutMs,
  });
  try {
    await client.connect();
    const { rows } = await client.query<Row>(statement);
    return { ...rows[0], skew: await readClockSkew(client) };
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns a function that reads the metrics of the database at `url`. While it doesn't answer, only
 * `atrium_database_up` is reported.
 */
export function createDatabaseMetrics(url: string, log: Log): () => Promise<string> {
  const [state, contents] = [new Registry(), new Registry()];
  const up = gaugesIn(state)('atrium_database_up', '1 if the database answered, otherwise 0.');
  const gauge = gaugesIn(contents);
  const pending = gauge('atrium_mails_pending', 'Emails that wait to be sent.');
  const delay = gauge(
    'atrium_mail_delay_seconds',
    'Age of the oldest email that waits to be sent.',
  );
  const skew = gauge(
    'atrium_clock_skew_seconds',
    "By how much the clock of this instance is ahead of the database's.",
  );
  const rows = new Gauge({
    name: 'atrium_rows',
    help: 'Rows by table. Sessions are an estimate.',
    labelNames: ['table'],
    registers: [contents],
  });

  async function readMetrics(): Promise<string> {
    try {
      const found = await read(url);
      up.set(1);
      skew.set(found.skew);
      pending.set(found.pending ?? 0);
      delay.set(found.delay ?? 0);
      for (const [table, count] of Object.entries(found.rows ?? {})) rows.set({ table }, count);
      return `${await state.metrics()}\n${await contents.metrics()}`;
    } catch (err) {
      log.warn({ err }, 'metrics.database_failed');
      up.set(0);
      return state.metrics();
    }
  }

  let running: Promise<string> | undefined;
  // Concurrent scrapes share a connection.
  return function databaseMetrics() {
    running ??= readMetrics().finally(() => {
      running = undefined;
    });
    return running;
  };
}
