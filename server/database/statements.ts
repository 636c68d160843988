/** How statements reach PostgreSQL: counted, limited and traced, by Prisma or, where those are too slow, by name. */
import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool, type QueryResultRow, types } from 'pg';
import { currentRequest } from '#server/log/request-context.ts';
import { tracedReads, tracedStatement } from '#server/log/tracing.ts';
import { isPooled } from '#server/settings/schemas.ts';
import { SafeClient } from './connection.ts';
import { DatabaseUnavailable, databaseFault, isLostConnection, isRefusal } from './fault.ts';

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

async function countStatement<Result>(run: () => Promise<Result>): Promise<Result> {
  requireReachable();
  databaseUse()?.count();
  return run();
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

export type Statement = {
  readonly text: string;
  /** PostgreSQL parses a named one once per connection, and soon uses a generic plan. Others it plans for their values. */
  readonly name?: string;
  /** Not repeated when its connection is lost. */
  readonly writes?: boolean;
};

/**
 * A read with parameters (`$1`, `$2`, …), defined once per module. Its name is a hash of the text, so that versions
 * sharing a pooler's connections never run each other's statements.
 */
export function namedStatement(text: string): Statement & { name: string } {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}

const parseTimestamp = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** The driver takes dates and timestamps without a time zone as local time, Prisma as UTC. */
const parsers = new Map<number, (text: string) => Date>([
  [types.builtins.TIMESTAMP, (text) => parseTimestamp(`${text}+00`)],
  [types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/** Statement missing, or another client's: a pooler switches sessions between statements. */
const isOfPooler = (code: string | undefined) => code === '26000' || code === '42P05';
/** A migration changed a column's type. The pool replaces connections after an error. */
const isOutdated = (code: string | undefined) => code === '0A000';

/** Time in ms during which a lost read is retried. The retry may take 2 s, and clients get a 503 within 3 s. */
const retryWithin = 900;

/**
 * Runs prepared reads and writes on `pool`, unnamed behind a pooler without prepared statements. Retries unnamed if the
 * session rejects the name, and retries reads whose connection is lost.
 */
export function createNamedReads(pool: Pool, isPooled = false) {
  let isUnnamed = isPooled;

  /** Unlike `pool.query`, it keeps the connection when a value is rejected. */
  async function send<Row extends QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      const query = { ...(name && !isUnnamed && { name }), text, values, types: columnTypes };
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if (!isRefusal(error)) failure = error as Error;
      throw error;
    } finally {
      client.release(failure);
    }
  }

  let read = async <Row extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> => {
    const startedAt = performance.now();
    try {
      return await send<Row>(statement, values);
    } catch (error) {
      const { code } = error as { code?: string };
      const isRefused = isOfPooler(code) || isOutdated(code);
      const isLost =
        !statement.writes && isLostConnection(error) && performance.now() - startedAt < retryWithin;
      if (!isRefused && !isLost) throw error;
      isUnnamed ||= isOfPooler(code);
      return send<Row>({ text: statement.text }, values);
    }
  };
  read = tracedReads(read);
  return read;
}
