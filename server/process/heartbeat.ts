import cluster from 'node:cluster';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import type { Database } from '#server/database/client.ts';
import { clockSkew } from '#server/database/connections/connection.ts';
import type { ProcessLoad, ProcessState } from '#server/database/process-load.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';

const intervalMs = 10_000;
const maxRoundTripMs = 200;
/** Load of a shorter time isn't reported. */
const shortestMs = 1_000;

function instanceOf({ demo, port }: HeartbeatDeps['settings']): string {
  // Visitors are managers, too.
  if (demo) return `demo:${port}`;
  return `${hostname()}:${port}`;
}

type HeartbeatDeps = {
  /** Of background work, so that a heartbeat never takes a connection from a request. */
  database: Database;
  state: ProcessState;
  settings: Pick<Settings, 'demo' | 'port'>;
  log: Log;
};

/** Reads the load since the last call. */
function createLoadReader({ admission, pools }: ProcessState): () => ProcessLoad {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { idle, active, utilization } = performance.eventLoopUtilization(current, last);
    // A process is always busy while it starts.
    const busyRatio = idle + active < shortestMs ? 0 : utilization;
    last = current;
    const { inFlight, limit, queued, streams } = admission();
    const connections = Object.values(pools).map((read) => read());
    return {
      busyRatio: Math.round(busyRatio * 100) / 100,
      memoryBytes: process.memoryUsage.rss(),
      inFlight,
      limit,
      queued,
      streams,
      connections: connections.reduce((sum, { total }) => sum + total, 0),
      busyConnections: connections.reduce((sum, { total, idle }) => sum + total - idle, 0),
    };
  };
}

/**
 * Records every 10 s that this process serves, and its load. Times are the database's. Without the database, or while it
 * is read-only, nothing is recorded, and the process counts as gone.
 */
export function createHeartbeat({ database, state, settings, log }: HeartbeatDeps) {
  const id = randomUUID();
  const readLoad = createLoadReader(state);
  let skewMs: number | null = null;
  let isFailing = false;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const before = Date.now();
    const [row] = await database.$queryRaw<{ ms: number }[]>`
      INSERT INTO "server_process"
        ("id", "instance", "worker", "pid", "version", "commit", "load", "clockSkewMs", "startedAt", "seenAt")
      VALUES (${id}, ${instanceOf(settings)}, ${cluster.worker?.id ?? 0}, ${process.pid},
        ${packageJson.version}, ${readBuildInfo()?.commit ?? null}, ${JSON.stringify(readLoad())}::jsonb,
        ${skewMs}, now() - make_interval(secs => ${process.uptime()}), now())
      ON CONFLICT ("id") DO UPDATE SET
        "load" = excluded."load", "clockSkewMs" = excluded."clockSkewMs", "seenAt" = now()
      RETURNING (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "ms"`;
    // A slow answer, such as the first on a new connection, doesn't tell the time.
    if (row && Date.now() - before < maxRoundTripMs) {
      skewMs = Math.round(clockSkew(before, row.ms) * 1_000);
    }
  }

  async function tryWrite(): Promise<void> {
    try {
      await write();
      isFailing = false;
    } catch (error) {
      // Once, rather than every 10 s of an outage.
      if (!isFailing) log.warn({ reason: (error as { code?: string }).code }, 'heartbeat.failed');
      isFailing = true;
    }
  }

  /** Waits for a running heartbeat instead of starting another. */
  function beat(): Promise<void> {
    running ??= tryWrite().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    beat,
    start(): void {
      timer = setInterval(() => void beat(), intervalMs);
      void beat();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
      await database.serverProcess.deleteMany({ where: { id } }).catch(() => {});
    },
  };
}
