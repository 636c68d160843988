import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { DatabaseUnavailable, databaseFault } from '#server/database/fault.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { tracedStatement } from '#server/log/tracing.ts';
import { isPooled } from '#server/settings/schemas.ts';
import { SafeClient } from './connection.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

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

const databaseUse = () => currentRequest()?.database;

/** Wraps errors caused by the database rather than the statement, and notes the fault for the log. */
export function wrapFault(error: unknown): unknown {
  const fault = databaseFault(error);
  if (!fault) return error;
  const use = databaseUse();
  if (use) use.fault = fault;
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(fault, error);
}

/** After a first timeout, fail immediately instead of waiting again. */
function requireReachable(): void {
  if (databaseUse()?.fault === 'unreachable') throw new DatabaseUnavailable('unreachable');
}

function countStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  requireReachable();
  return databaseUse()?.count(run) ?? run();
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

/** For statements outside transactions, which use a connection of their own. */
export function runLimited<Result>(run: () => Promise<Result>): Promise<Result> {
  const counted = async () => countStatement(run);
  return databaseUse()?.inTurn(counted) ?? counted();
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
