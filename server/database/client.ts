import type { QueryResultRow } from 'pg';
import { PrismaClient } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { tracedStatement } from '#server/log/tracing.ts';
import { isPooled } from '#server/settings/rules.ts';
import { LimitedPg, runLimited } from './adapter.ts';
import { connectionCounts } from './connection-counts.ts';
import { DatabaseUnavailable, databaseFault } from './fault.ts';
import { createJoinedInserts, type NewRow } from './joined-inserts.ts';
import { createNamedReads } from './named-reads.ts';
import type { Statement } from './named-statement.ts';
import { createPool, type PoolOptions } from './pool.ts';
import { createReplicas, type Replicas } from './replicas.ts';

export type Database = PrismaClient & {
  /**
   * The rows of a statement that is too frequent for Prisma, with dates as `Date`. Counted, limited and failing like
   * every other statement, but never part of a transaction.
   */
  $named<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** The same for rows that a standby may answer with, see server/database/replicas.ts. */
  $read<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  /** The standbys, if there are any. */
  $replicas(): Replicas | undefined;
  /** Adds a row, see server/database/joined-inserts.ts. Counted, limited and failing in the same way. */
  $add(statement: Statement, row: NewRow): Promise<QueryResultRow>;
  /** Open and idle connections, and statements that wait for one. */
  $connections(): { total: number; idle: number; waiting: number };
};

/** Milliseconds to wait for a connection, and for the result of a statement: clients get a 503 within 3 s. */
const requestTimeout = 2_000;

/** Replaces an error that is the database's fault, not the statement's, and notes it for the log. */
function toThrow(error: unknown): unknown {
  const fault = databaseFault(error);
  if (!fault) return error;
  const request = currentRequest();
  if (request) request.databaseFault = fault;
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(fault, error);
}

type DatabaseOptions = Partial<PoolOptions> & {
  /** Standbys that may answer reads. */
  replicas?: { urls: readonly string[]; log: Log };
};

/** For background work and commands, which no client waits for. Its own connections: requests cannot starve it. */
export const inBackground: DatabaseOptions = {
  connections: connectionCounts.background,
  timeout: 15_000,
};

/** A client for the PostgreSQL at `url`, which connects with its first statement. */
export function createDatabase(
  url: string,
  {
    connections = connectionCounts.requests,
    timeout = requestTimeout,
    replicas,
  }: DatabaseOptions = {},
): Database {
  const pool = createPool(url, { connections, timeout });
  const adapter = new LimitedPg(pool, { disposeExternalPool: true });
  const client = new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    // Only searched: it repeats other columns.
    omit: {
      organization: { searchText: true },
      repository: { searchText: true },
      user: { searchText: true },
    },
  });
  const readNamed = createNamedReads(pool, isPooled(url));
  const standbys = replicas?.urls.length
    ? createReplicas({ ...replicas, primary: pool })
    : undefined;
  const addRow = createJoinedInserts(readNamed);
  const guarded = <Result>(run: () => Promise<Result>) =>
    runLimited(run).catch((error) => {
      throw toThrow(error);
    });
  const readFromPrimary = (statement: Statement, values: unknown[]) =>
    tracedStatement(statement.text, () => readNamed(statement, values));
  const $named = (statement: Statement, values: unknown[]) =>
    guarded(() => readFromPrimary(statement, values));
  const $read = (statement: Statement, values: unknown[]) => {
    const fromPrimary = () => readFromPrimary(statement, values);
    return guarded(() => standbys?.read(statement, values, fromPrimary) ?? fromPrimary());
  };
  const $add = (statement: Statement, row: NewRow) =>
    guarded(() => tracedStatement(statement.text, () => addRow(statement, row)));
  return client.$extends({
    client: {
      $named,
      $read,
      $replicas: () => standbys,
      $add,
      $connections: () => ({
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      }),
    },
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          throw toThrow(error);
        }
      },
    },
  }) as unknown as Database;
}

type DriverError = {
  code?: string;
  constraint?: string;
  message?: string;
  meta?: {
    driverAdapterError?: {
      cause?: {
        originalCode?: string;
        originalMessage?: string;
        constraint?: { index?: string; fields?: string[] };
      };
    };
  };
};

/** PostgreSQL's code for a violated check, which our triggers raise too, with their name as message. */
const checkViolation = '23514';
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
/** The driver adapter passes on no constraint name for checks, only PostgreSQL's message. */
const foreignKeyMessage = /violates foreign key constraint "(\w+)"$/;
const checkMessage = /violates check constraint "(\w+)"$/;

/** The name of the unique index or check that `error` complains about, if it is such a complaint. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code = '', constraint, message, meta } = error as DriverError;
  // Of a statement of our own, the error is PostgreSQL's. A trigger may raise it without a constraint.
  if (code === uniqueViolation || code === checkViolation) return constraint ?? message;
  if (code === foreignKeyViolation) return constraint;
  const cause = meta?.driverAdapterError?.cause;
  // A statement of our own has another code than Prisma's.
  if (code === 'P2002' || cause?.originalCode === uniqueViolation) return cause?.constraint?.index;
  if (cause?.originalCode === foreignKeyViolation) {
    return foreignKeyMessage.exec(cause.originalMessage ?? '')?.[1];
  }
  if (cause?.originalCode !== checkViolation) return undefined;
  return checkMessage.exec(cause.originalMessage ?? '')?.[1] ?? cause.originalMessage;
}
