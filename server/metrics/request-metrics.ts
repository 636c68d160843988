/** Metrics derived from log events, so that metrics and log always agree. */
import { existsSync, readFileSync } from 'node:fs';
import { Counter, Histogram, type Registry } from 'prom-client';
import type { Observe } from '#server/log/log.ts';

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
function readOperations(file: string): Set<string> {
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

export function createRequestMetrics(register: Registry, documentsFile: string): Observe {
  const registers = [register];
  const operations = readOperations(documentsFile);
  const requests = new Histogram({
    name: 'atrium_http_request_duration_seconds',
    help: 'Time from a request to its response, by part of the product and status.',
    labelNames: ['route', 'status'],
    buckets,
    registers,
  });
  const operationTime = new Histogram({
    name: 'atrium_graphql_operation_duration_seconds',
    help: 'The same for GraphQL, by operation. "other" are those of API clients.',
    labelNames: ['operation'],
    buckets,
    registers,
  });
  const statements = new Counter({
    name: 'atrium_graphql_statements_total',
    help: 'SQL statements, by operation.',
    labelNames: ['operation'],
    registers,
  });
  const errors = new Counter({
    name: 'atrium_graphql_errors_total',
    help: 'GraphQL errors by code: at most one per code and request.',
    labelNames: ['code'],
    registers,
  });
  const security = new Counter({
    name: 'atrium_security_events_total',
    help: 'Security events, by their name in the log.',
    labelNames: ['event'],
    registers,
  });
  const events = new Counter({
    name: 'atrium_log_events_total',
    help: 'Other events of the log, by message.',
    labelNames: ['event'],
    registers,
  });

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
