import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { DatabaseUnavailable } from '#server/database/fault.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { tracedStatement } from '#server/log/tracing.ts';
import { isPooled } from '#server/settings/schemas.ts';
import { SafeClient } from './connection.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

/** Maximum concurrent connections per request. A page of the web client sends five queries. */
const connectionsPerRequest = 4;

/** read_only_sql_transaction: after a failover, the former primary is a standby. */
const isStandby = ({ code }: Error & { code?: string }) => code === '25006';

class FailoverClient extends SafeClient {
  override query = ((...args: Parameters<SafeClient['query']>) => {
    const result: unknown = super.query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (isStandby(error)) void this.end();
      });
    }
    return result;
  }) as SafeClient['query'];
}

/** After a first timeout, fail immediately instead of waiting again. */
function requireReachable(): void {
  if (currentRequest()?.databaseFault === 'unreachable')
    throw new DatabaseUnavailable('unreachable');
}

function requireWithinBounds(): void {
  const request = currentRequest();
  const { bounds, statements = 0 } = request ?? {};
  if (!request || !bounds) return;
  if (statements >= bounds.statements) request.exceeded = 'statements';
  else if (performance.now() >= bounds.deadline) request.exceeded = 'time';
  if (request.exceeded) throw new Error(`The request reached its bound of ${request.exceeded}.`);
}

function countStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  requireReachable();
  requireWithinBounds();
  const request = currentRequest();
  if (!request) return run();
  request.statements += 1;
  const begin = performance.now();
  return run().finally(() => {
    request.statementMilliseconds += performance.now() - begin;
  });
}

/**
 * Keeps a request with a hundred statements from taking every connection. Transactions use their own connection. A
 * finished statement hands its slot to the one that has waited longest.
 */
async function limitConnections<Result>(run: () => Promise<Result>): Promise<Result> {
  const request = currentRequest();
  if (!request) return run();
  if (request.running >= connectionsPerRequest) {
    await new Promise<void>((start) => request.waiting.push(start));
  } else request.running += 1;
  try {
    return await run();
  } finally {
    const startNext = request.waiting.shift();
    if (startNext) startNext();
    else request.running -= 1;
  }
}

function traceStatements(target: Statements): void {
  const { queryRaw, executeRaw } = target;
  target.queryRaw = async (query) => tracedStatement(query.sql, () => queryRaw.call(target, query));
  target.executeRaw = async (query) =>
    tracedStatement(query.sql, () => executeRaw.call(target, query));
}

function intercept<T extends Statements>(
  target: T,
  around: <Result>(run: () => Promise<Result>, sql: string) => Promise<Result>,
): T {
  traceStatements(target);
  const { queryRaw, executeRaw } = target;
  target.queryRaw = async (query) => around(() => queryRaw.call(target, query), query.sql);
  target.executeRaw = async (query) => around(() => executeRaw.call(target, query), query.sql);
  return target;
}

export function runLimited<Result>(run: () => Promise<Result>): Promise<Result> {
  return limitConnections(() => countStatement(run));
}

export class LimitedPg extends PrismaPg {
  override async connect() {
    const adapter = intercept(await super.connect(), runLimited);
    const { startTransaction } = adapter;
    adapter.startTransaction = async (level) => {
      requireReachable();
      // Without its ROLLBACK, the connection would return to the pool within the failed transaction.
      return intercept(await startTransaction.call(adapter, level), async (run, sql) =>
        sql === 'ROLLBACK' ? run() : countStatement(run),
      );
    };
    return adapter;
  }
}

export type PoolOptions = {
  connections: number;
  /** Limit in ms for getting a connection, and for a statement's result. */
  timeout: number;
};

/** Connects lazily, on the first statement. */
export function createPool(url: string, { connections, timeout }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: FailoverClient,
    max: connections,
    // After a timeout, the driver closes the connection, so nothing waits behind the statement.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    ...(isPooled(url) ? {} : { options: `-c statement_timeout=${timeout}` }),
  });
  // The pool replaces idle connections that are lost.
  pool.on('error', () => {});
  return pool;
}
