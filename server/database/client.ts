/**
 * The Prisma client on the one driver path. It connects at the first statement, counts statements
 * for the request at hand and notes when the database could not be reached.
 */
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from '#server/generated/prisma/client.ts';
import { currentRequest } from '#server/request-scope.ts';

export type Database = PrismaClient;

type Statements = {
  queryRaw: PrismaPgAdapter['queryRaw'];
  executeRaw: PrismaPgAdapter['executeRaw'];
};
type PrismaPgAdapter = Awaited<ReturnType<PrismaPg['connect']>>;

/** Counts what a connection or a transaction sends. */
function counted<T extends Statements>(target: T): T {
  const { queryRaw, executeRaw } = target;
  const count = () => {
    const request = currentRequest();
    if (request) request.statements += 1;
  };
  target.queryRaw = (query) => {
    count();
    return queryRaw.call(target, query);
  };
  target.executeRaw = (query) => {
    count();
    return executeRaw.call(target, query);
  };
  return target;
}

class CountingPg extends PrismaPg {
  override async connect() {
    const adapter = counted(await super.connect());
    const { startTransaction } = adapter;
    adapter.startTransaction = async (level) =>
      counted(await startTransaction.call(adapter, level));
    return adapter;
  }
}

/** Prisma's codes for a database that cannot be reached, timed out or closed the connection. */
const awayCodes = new Set(['P1001', 'P1002', 'P1008', 'P1011', 'P1017', 'P2024', 'P2037']);

/** Whether `error` says that the database could not answer, rather than that it refused. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, cause } = error as Error & { code?: string };
  if (code !== undefined && awayCodes.has(code)) return true;
  if (code !== undefined && /^(ECONN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENOTFOUND|57P0|08)/.test(code)) {
    return true;
  }
  if (/terminated|timeout exceeded|Can't reach database|Connection ended/i.test(error.message)) {
    return true;
  }
  return cause !== undefined && isDatabaseAway(cause);
}

type DatabaseOptions = {
  /** Connections at most. */
  connections?: number;
};

/**
 * A client for the PostgreSQL at `url`.
 *
 * Every statement is planned with its values: a search planned for "any term" may miss the trigram
 * index (PostgreSQL's `plan_cache_mode`).
 */
export function createDatabase(url: string, { connections = 10 }: DatabaseOptions = {}): Database {
  const adapter = new CountingPg({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 2_500,
    options: '-c plan_cache_mode=force_custom_plan -c statement_timeout=15000',
  });
  const client = new PrismaClient({ adapter, errorFormat: 'minimal' });
  return client.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          const request = currentRequest();
          if (request && isDatabaseAway(error)) request.databaseAway = true;
          throw error;
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

/** The name of the unique index or check that `error` complains about, if it is such a complaint. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, meta } = error as DriverError;
  const cause = meta?.driverAdapterError?.cause;
  if (code === 'P2002') return cause?.constraint?.index;
  return cause?.originalCode === checkViolation ? cause.originalMessage : undefined;
}
