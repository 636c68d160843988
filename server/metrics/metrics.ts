/** Prometheus metrics. Only loaded if METRICS_PORT is set. */
import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import type { Log, Observe } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import { watchDatabase } from './database-metrics.ts';
import { type InstanceState, watchInstance } from './instance-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

export type Metrics = {
  observe: Observe;
  watch(state: InstanceState): void;
  /**
   * Serves `GET /metrics` for all processes of this instance. Returns a function that closes the port.
   *
   * @throws {CliError} if the port is taken
   */
  serve(options: ServeOptions): Promise<() => void>;
};

type ServeOptions = { host: string; port: number; databaseUrl: string; log: Log };

function addBuildInfo(register: Registry): void {
  const commit = readBuildInfo()?.commit ?? '';
  new Gauge({
    name: 'atrium_build_info',
    help: '1, labeled by the version and the Git commit.',
    labelNames: ['version', 'commit'],
    registers: [register],
  }).set({ version: packageJson.version, commit }, 1);
}

export function createMetrics(): Metrics {
  const register = new Registry();
  const workers = new AggregatorRegistry();
  AggregatorRegistry.setRegistries(register);
  collectDefaultMetrics({ register });

  async function ofProcesses(): Promise<string> {
    const hasWorkers = Object.keys(cluster.workers ?? {}).length > 0;
    return hasWorkers ? workers.clusterMetrics() : register.metrics();
  }

  return {
    observe: createRequestMetrics(register, fromRoot('dist', 'client', 'documents.json')),
    watch: (state) => watchInstance(register, state),
    serve: ({ host, port, databaseUrl, log }) => {
      const shared = new Registry();
      addBuildInfo(shared);
      const refresh = watchDatabase(shared, databaseUrl, log);
      const server = createServer(async ({ method, url }, response) => {
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
      return new Promise((done, failed) => {
        server.once('error', () => {
          failed(
            new CliError(
              `The metrics cannot be served on port ${port}.`,
              'Choose another one for METRICS_PORT.',
            ),
          );
        });
        server.listen(port, host, () => done(() => server.close()));
      });
    },
  };
}
