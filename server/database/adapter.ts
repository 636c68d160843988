/** The connections of the Prisma client, with limits for the request that uses them. */

import { PrismaPg } from '@prisma/adapter-pg';
import { Client } from 'pg';
import { currentRequest } from '#server/log/request-context.ts';
import { tracedStatement } from '#server/log/tracing.ts';
import { DatabaseUnavailable } from './fault.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Statements = Pick<Adapter, 'queryRaw' | 'executeRaw'>;

/** Connections that one request uses at a time. A page of our client sends five queries. */
const connectionsPerRequest = 4;

/** A write was refused: after a failover, the former primary is a standby. */
const isStandby = ({ code }: Error & { code?: string }) => code === '25006';

/** Closes a connection that timed out, since PostgreSQL may still be busy with it, or that leads to a standby. */
export class TimeoutClient extends Client {
  override query = ((...args: Parameters<Client['query']>) => {
    const result: unknown = super.query(...args);
    if (result instanceof Promise) {
      result.catch((error: Error) => {
        if (error.message === 'Query read timeout' || isStandby(error))
          this.connection.stream.destroy();
      });
    }
    return result;
  }) as Client['query'];
}

/** After a first timeout, a request fails at once instead of waiting again. */
function requireReachable(): void {
  if (currentRequest()?.databaseFault === 'unreachable')
    throw new DatabaseUnavailable('unreachable');
}

/** Rejects further statements of a request that reached its number of statements or its deadline. */
function requireWithinBounds(): void {
  const request = currentRequest();
  const { bounds, statements = 0 } = request ?? {};
  if (!request || !bounds) return;
  if (statements >= bounds.statements) request.exceeded = 'statements';
  else if (performance.now() >= bounds.deadline) request.exceeded = 'time';
  if (request.exceeded) throw new Error(`The request reached its bound of ${request.exceeded}.`);
}

/** Counts a statement of the request and runs it. Throws where the request may send no more. */
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
 * Keeps a request with a hundred statements from taking every connection. Transactions have their own.
 * The statement that ends hands its place to the one that waits longest.
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

function intercept<T extends Statements>(
  target: T,
  around: <Result>(run: () => Promise<Result>) => Promise<Result>,
): T {
  const { queryRaw, executeRaw } = target;
  target.queryRaw = async (query) =>
    around(() => tracedStatement(query.sql, () => queryRaw.call(target, query)));
  target.executeRaw = async (query) =>
    around(() => tracedStatement(query.sql, () => executeRaw.call(target, query)));
  return target;
}

/** Runs a statement on a connection of the pool, counted and limited. */
export function runLimited<Result>(run: () => Promise<Result>): Promise<Result> {
  return limitConnections(() => countStatement(run));
}

export class LimitedPg extends PrismaPg {
  override async connect() {
    const adapter = intercept(await super.connect(), runLimited);
    const { startTransaction } = adapter;
    adapter.startTransaction = async (level) => {
      requireReachable();
      return intercept(await startTransaction.call(adapter, level), async (run) =>
        countStatement(run),
      );
    };
    return adapter;
  }
}
