/**
 * The Prisma client on the one driver path. It connects at the first statement, counts statements
 * for the request at hand and notes when the database could not be reached.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import pLimit from 'p-limit';
import { Client, type PoolConfig } from 'pg';
import { PrismaClient } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { DatabaseUnavailable, databaseFault } from './fault.ts';

export type Database = PrismaClient;

type PrismaPgAdapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<PrismaPgAdapter, 'queryRaw' | 'executeRaw'>;

/** Milliseconds to wait for a connection, and for the answer to a statement: who asks gets a 503 in 3 s. */
const requestPatience = 2_000;

/** Connections that one request uses at a time; a page of our own client asks for five things. */
const connectionsPerRequest = 4;

/** A connection that does not answer in time is no good any more: not even for a ROLLBACK. */
class ImpatientClient extends Client {
  override query = ((...args: Parameters<Client['query']>) => {
    const result: unknown = super.query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.connection.stream.destroy();
      });
    }
    return result;
  }) as Client['query'];
}

/** A request that has waited for the database in vain does not wait again. */
function requireReachable(): void {
  if (currentRequest()?.databaseFault === 'unreachable')
    throw new DatabaseUnavailable('unreachable');
}

/** Refuses the statements of a request that has had as many, or as long, as it may. */
function requireWithinBounds(): void {
  const request = currentRequest();
  const { bounds, statements = 0 } = request ?? {};
  if (!request || !bounds) return;
  if (statements >= bounds.statements) request.exceeded = 'statements';
  else if (performance.now() >= bounds.deadline) request.exceeded = 'time';
  if (request.exceeded) throw new Error(`The request reached its bound of ${request.exceeded}.`);
}

/** Counts what a connection or a transaction sends. */
function counted<T extends Statements>(target: T): T {
  const { queryRaw, executeRaw } = target;
  const count = () => {
    requireReachable();
    requireWithinBounds();
    const request = currentRequest();
    if (request) request.statements += 1;
  };
  target.queryRaw = async (query) => {
    count();
    return queryRaw.call(target, query);
  };
  target.executeRaw = async (query) => {
    count();
    return executeRaw.call(target, query);
  };
  return target;
}

/**
 * Lets a request use a few connections at a time, so that its hundred statements do not stand before
 * the one of somebody else. What is in a transaction has its connection.
 */
function inLane<T extends Statements>(target: T): T {
  const { queryRaw, executeRaw } = target;
  const run = <R>(work: () => Promise<R>) => {
    const request = currentRequest();
    if (!request) return work();
    request.statementLimit ??= pLimit(connectionsPerRequest);
    return request.statementLimit(work);
  };
  target.queryRaw = (query) => run(() => queryRaw.call(target, query));
  target.executeRaw = (query) => run(() => executeRaw.call(target, query));
  return target;
}

class CountingPg extends PrismaPg {
  override async connect() {
    const adapter = inLane(counted(await super.connect()));
    const { startTransaction } = adapter;
    adapter.startTransaction = async (level) => {
      requireReachable();
      return counted(await startTransaction.call(adapter, level));
    };
    return adapter;
  }
}

/** Replaces an error that is the database's fault, not the statement's, and notes it for the log. */
function toThrow(error: unknown): unknown {
  const fault = databaseFault(error);
  if (!fault) return error;
  const request = currentRequest();
  if (request) request.databaseFault = fault;
  return error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(fault, error);
}

type DatabaseOptions = {
  /** Connections at most. */
  connections?: number;
  /** Milliseconds to wait for a connection, and for the answer to a statement. */
  patience?: number;
};

/** For work that nobody waits for: connections of its own, so that it goes on under any load. */
export const inBackground: DatabaseOptions = { connections: 4, patience: 15_000 };

/**
 * A client for the PostgreSQL at `url`.
 *
 * Every statement is planned with its values: a search planned for "any term" may miss the trigram
 * index (PostgreSQL's `plan_cache_mode`).
 */
export function createDatabase(
  url: string,
  { connections = 10, patience = requestPatience }: DatabaseOptions = {},
): Database {
  const adapter = new CountingPg({
    connectionString: url,
    Client: ImpatientClient,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    options: `-c plan_cache_mode=force_custom_plan -c statement_timeout=${patience}`,
  } as PoolConfig);
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  return client.$extends({
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
/** The driver adapter passes on no constraint name for checks, only PostgreSQL's message. */
const checkMessage = /violates check constraint "(\w+)"$/;

/** The name of the unique index or check that `error` complains about, if it is such a complaint. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, meta } = error as DriverError;
  const cause = meta?.driverAdapterError?.cause;
  if (code === 'P2002') return cause?.constraint?.index;
  if (cause?.originalCode !== checkViolation) return undefined;
  return checkMessage.exec(cause.originalMessage ?? '')?.[1] ?? cause.originalMessage;
}
