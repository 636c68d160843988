/** Gauges of the process, and of the database: read by one statement per scrape for all processes. */
import cluster from 'node:cluster';
import { Gauge, type Registry } from 'prom-client';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { readClockSkew, SafeClient } from '#server/database/connections/connection.ts';
import type { Log } from '#server/log/log.ts';
import type { ProcessState } from '#server/process-state.ts';

/** Creates gauges in one registry. `read` sets the value at each scrape. */
function gaugesIn(register: Registry) {
  return <Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    read?: (gauge: Gauge<Label>) => void,
  ): Gauge<Label> => {
    const collect = read && { collect: (): void => read(created) };
    const created: Gauge<Label> = new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      ...collect,
    });
    return created;
  };
}

export function addInstanceInfo(register: Registry): void {
  const gauge = gaugesIn(register);
  const commit = readBuildInfo()?.commit ?? '';
  gauge('atrium_build_info', '1, labeled by the version and the Git commit.', [
    'version',
    'commit',
  ]).set({ version: packageJson.version, commit }, 1);
  const startedAt = Math.round(Date.now() / 1_000 - process.uptime());
  gauge('atrium_start_time_seconds', 'When this instance started, in seconds since 1970.').set(
    startedAt,
  );
}

export function watchProcess(register: Registry, { admission, pools }: ProcessState): void {
  const gauge = gaugesIn(register);
  gauge('atrium_requests_in_flight', 'Requests that run.', [], (own) =>
    own.set(admission().inFlight),
  );
  gauge(
    'atrium_requests_limit',
    'Requests that may run at a time. A late event loop lowers it.',
    [],
    (own) => own.set(admission().limit),
  );
  gauge('atrium_requests_queued', 'Requests that wait for their turn.', [], (own) =>
    own.set(admission().queued),
  );
  gauge('atrium_open_streams', 'Open streams.', [], (own) => own.set(admission().streams));
  // Labeled by worker, since gauges of processes are summed.
  gauge('atrium_process_memory_bytes', 'Resident memory by process.', ['worker'], (own) =>
    own.set({ worker: cluster.worker?.id ?? 0 }, process.memoryUsage.rss()),
  );
  gauge(
    'atrium_database_connections',
    'Database connections by pool. "waiting" are statements that wait for one.',
    ['pool', 'state'],
    (own) => {
      for (const [pool, read] of Object.entries(pools)) {
        const { total, idle, waiting } = read();
        own.set({ pool, state: 'busy' }, total - idle);
        own.set({ pool, state: 'idle' }, idle);
        own.set({ pool, state: 'waiting' }, waiting);
      }
    },
  );
}

/** A scrape times out after 10 s by default. */
const timeoutMs = 2_000;

type Row = { name: string; value: string };

/** The number of sessions is PostgreSQL's estimate, because counting a million takes seconds. */
const statement = `
  SELECT 'mails pending' AS "name", count(*)::text AS "value" FROM "mail" WHERE "state" = 'pending'
  UNION ALL
  SELECT 'mail delay', coalesce(extract(epoch FROM now() - min("createdAt")), 0)::text
    FROM "mail" WHERE "state" = 'pending'
  UNION ALL
  SELECT 'rows ' || "table", sum("rows")::text FROM (
    SELECT "table", "rows" FROM "row_count" UNION ALL SELECT "table", "rows" FROM "row_count_part"
  ) AS "part" GROUP BY "table"
  UNION ALL
  SELECT 'rows session', greatest("reltuples", 0)::bigint::text FROM "pg_class" WHERE "oid" = '"session"'::regclass`;

type Reading = { rows: Row[]; skew: number };

async function read(url: string): Promise<Reading> {
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
    return { rows, skew: await readClockSkew(client) };
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Registers gauges of the database at `url` and returns a function that refreshes them. While the database doesn't
 * answer, only `atrium_database_up` is reported.
 */
export function watchDatabase(register: Registry, url: string, log: Log): () => Promise<void> {
  const gauge = gaugesIn(register);
  const up = gauge('atrium_database_up', '1 if the database answered, otherwise 0.');
  const pending = gauge('atrium_mails_pending', 'Emails that wait to be sent.');
  const delay = gauge(
    'atrium_mail_delay_seconds',
    'Age of the oldest email that waits to be sent.',
  );
  const skew = gauge(
    'atrium_clock_skew_seconds',
    "By how much the clock of this instance is ahead of the database's.",
  );
  const rows = gauge('atrium_rows', 'Rows by table. Sessions are an estimate.', ['table']);

  function set({ name, value }: Row): void {
    if (name === 'mails pending') pending.set(Number(value));
    else if (name === 'mail delay') delay.set(Number(value));
    else rows.set({ table: name.slice('rows '.length) }, Number(value));
  }

  async function readAll(): Promise<void> {
    try {
      const found = await read(url);
      up.set(1);
      skew.set(found.skew);
      for (const row of found.rows) set(row);
    } catch (err) {
      log.warn({ err }, 'metrics.database_failed');
      up.set(0);
      pending.remove();
      delay.remove();
      skew.remove();
      rows.reset();
    }
  }

  let running: Promise<void> | undefined;
  // Concurrent scrapes share a connection.
  return function refresh(): Promise<void> {
    running ??= readAll().finally(() => {
      running = undefined;
    });
    return running;
  };
}
