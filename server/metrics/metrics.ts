/** Prometheus metrics. Only loaded if METRICS_PORT is set. */
import cluster from 'node:cluster';
import { createServer, type Server } from 'node:http';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import type { Log, Observe } from '#server/log/log.ts';
import type { ProcessState } from '#server/process-state.ts';
import { CliError, step } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { watchDatabase } from './database-metrics.ts';
import { watchInstance } from './instance-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

export type Metrics = {
  observe: Observe;
  watch(state: ProcessState): void;
  /**
   * Serves `GET /metrics` for all processes of this instance.
   *
   * @throws {CliError} if the port is taken
   */
  serve(options: ServeOptions): Promise<void>;
  close(): void;
};

type ServeOptions = { settings: Settings; databaseUrl: string; log: Log };

/** Gauges that are named like counters. `nodejs_active_resources` and others have the same figures by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

function addInstanceInfo(register: Registry): void {
  const commit = readBuildInfo()?.commit ?? '';
  new Gauge({
    name: 'atrium_build_info',
    help: '1, labeled by the version and the Git commit.',
    labelNames: ['version', 'commit'],
    registers: [register],
  }).set({ version: packageJson.version, commit }, 1);
  new Gauge({
    name: 'atrium_start_time_seconds',
    help: 'When this instance started, in seconds since 1970.',
    registers: [register],
  }).set(Math.round(Date.now() / 1_000 - process.uptime()));
}

export function createMetrics(port: number): Metrics {
  const register = new Registry();
  const workers = new AggregatorRegistry();
  AggregatorRegistry.setRegistries(register);
  collectDefaultMetrics({ register });
  for (const name of misnamed) register.removeSingleMetric(name);
  /** Of the instance, rather than of a process that serves. */
  const shared = new Registry();
  const exits = new Counter({
    name: 'atrium_worker_exits_total',
    help: 'Processes of this instance that ended unexpectedly and were replaced.',
    registers: [shared],
  });
  const observeRequest = createRequestMetrics(
    register,
    fromRoot('dist', 'client', 'documents.json'),
  );

  let server: Server | undefined;

  async function ofProcesses(): Promise<string> {
    const hasWorkers = Object.keys(cluster.workers ?? {}).length > 0;
    return hasWorkers ? workers.clusterMetrics() : register.metrics();
  }

  return {
    observe(fields, message) {
      observeRequest(fields, message);
      if (message === 'worker.ended') exits.inc();
    },
    watch: (state) => watchInstance(register, state),
    serve: ({ settings, databaseUrl, log }) => {
      addInstanceInfo(shared);
      const directUrl = settings.databaseDirectUrl ?? databaseUrl;
      const refresh = watchDatabase(shared, directUrl, log);
      const opened = createServer(async ({ method, url }, response) => {
        if (method !== 'GET' || url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        try {
          const [text] = await Promise.all([ofProcesses(), refresh()]);
          response
            .writeHead(200, { 'content-type': register.contentType })
            .end(`${text}\n${await shared.metrics()}`);
        } catch (err) {
          log.error({ err }, 'metrics.failed');
          response.writeHead(500).end();
        }
      });
      server = opened;
      const listen = new Promise<void>((done, failed) => {
        opened.once('error', () => {
          failed(
            new CliError(
              `The metrics cannot be served on port ${port}.`,
              'Choose another one for METRICS_PORT.',
            ),
          );
        });
        opened.listen(port, settings.host, done);
      });
      return step(`Opening port ${port} for metrics`, () => listen);
    },
    close: () => server?.close(),
  };
}
