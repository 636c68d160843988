/** Prometheus metrics. Only loaded if METRICS_PORT is set. */
import cluster from 'node:cluster';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Histogram,
  Registry,
} from 'prom-client';
import type { Log, Observe } from '#server/log/log.ts';
import type { ProcessState } from '#server/process-state.ts';
import { CliError, step } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { addInstanceInfo, createDatabaseMetrics, watchProcess } from './gauges.ts';

type ServeOptions = { settings: Settings; databaseUrl: string; log: Log };

/** Gauges that are named like counters. `nodejs_active_resources` and others have the same figures by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

/** Counted from 0, since `increase()` of Prometheus doesn't see a counter that begins at 1. */
const rareEvents = ['mail.unsure'];

/** Upper bounds in seconds. The target for a page is 0.25. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Route labels by path prefix; the first match wins. */
const routes: readonly [string, string][] = [
  ['/api/graphql', 'graphql'],
  ['/api/auth', 'auth'],
  ['/api/export', 'export'],
  ['/api', 'api'],
  ['/assets', 'asset'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
];

function routeOf(path: string): string {
  const route = routes.find(([start]) => path === start || path.startsWith(`${start}/`));
  return route?.[1] ?? 'page';
}

/** Operation names of the web client. Names chosen by API clients are unbounded. */
function readOperations(): Set<string> {
  const file = fromRoot('dist', 'client', 'documents.json');
  const texts: string[] = existsSync(file)
    ? Object.values(JSON.parse(readFileSync(file, 'utf8')))
    : [];
  const names = texts.map((text) => /\b(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

type Answered = {
  path: string;
  status: number;
  ms: number;
  operation?: string;
  sql?: number;
};

/** Metrics derived from log events, so that metrics and log always agree. */
function observeEvents(register: Registry): Observe {
  const registers = [register];
  const operations = readOperations();
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets, registers });
  const counter = (name: string, label: string, help: string) =>
    new Counter({ name, help, labelNames: [label], registers });
  const requests = histogram(
    'atrium_http_request_duration_seconds',
    'Time from a request to its response, by part of the product and status.',
    ['route', 'status'],
  );
  const operationTime = histogram(
    'atrium_graphql_operation_duration_seconds',
    'The same for GraphQL, by operation. "other" are those of API clients.',
    ['operation'],
  );
  const statements = counter(
    'atrium_graphql_statements_total',
    'operation',
    'SQL statements, by operation.',
  );
  const errors = counter(
    'atrium_graphql_errors_total',
    'code',
    'GraphQL errors by code: at most one per code and request.',
  );
  const security = counter(
    'atrium_security_events_total',
    'event',
    'Security events, by their name in the log.',
  );
  const events = counter(
    'atrium_log_events_total',
    'event',
    'Other events of the log, by message.',
  );

  for (const event of rareEvents) events.inc({ event }, 0);

  function countRequest({ path, status, ms, operation, sql = 0 }: Answered): void {
    const seconds = ms / 1_000;
    requests.observe({ route: routeOf(path), status }, seconds);
    if (operation === undefined) return;
    const name = operations.has(operation) ? operation : 'other';
    operationTime.observe({ operation: name }, seconds);
    statements.inc({ operation: name }, sql);
  }

  return function observe(fields, message) {
    if (message === 'request') countRequest(fields as Answered);
    else if (message === 'graphql.error') errors.inc({ code: String(fields.code) });
    else if (message === 'security') security.inc({ event: String(fields.event) });
    else events.inc({ event: message });
  };
}

export function createMetrics(port: number) {
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
  const observeEvent = observeEvents(register);

  let server: Server | undefined;

  async function ofProcesses(): Promise<string> {
    const hasWorkers = Object.keys(cluster.workers ?? {}).length > 0;
    return hasWorkers ? workers.clusterMetrics() : register.metrics();
  }

  return {
    observe(fields: Parameters<Observe>[0], message: string): void {
      observeEvent(fields, message);
      if (message === 'worker.ended') exits.inc();
    },
    watch: (state: ProcessState) => watchProcess(register, state),
    /**
     * Serves `GET /metrics` for all processes of this instance.
     *
     * @throws {CliError} if the port is taken
     */
    serve({ settings, databaseUrl, log }: ServeOptions): Promise<void> {
      addInstanceInfo(shared);
      const ofDatabase = createDatabaseMetrics(settings.databaseDirectUrl ?? databaseUrl, log);
      const opened = createServer(async ({ method, url }, response) => {
        if (method !== 'GET' || url !== '/metrics') {
          response.writeHead(404).end();
          return;
        }
        try {
          const texts = await Promise.all([ofProcesses(), shared.metrics(), ofDatabase()]);
          response.writeHead(200, { 'content-type': register.contentType }).end(texts.join('\n'));
        } catch (err) {
          log.error({ err }, 'metrics.failed');
          response.writeHead(500).end();
        }
      });
      server = opened;
      const listen = new Promise<void>((done, failed) => {
        const problem = `The metrics cannot be served on port ${port}.`;
        const hint = 'Choose another one for METRICS_PORT.';
        opened.once('error', () => failed(new CliError(problem, hint)));
        opened.listen(port, settings.host, done);
      });
      return step(`Opening port ${port} for metrics`, () => listen);
    },
    close: () => server?.close(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
