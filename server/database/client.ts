import type { QueryResultRow } from 'pg';
import { type Prisma, PrismaClient } from '#server/generated/prisma/client.ts';
import { isPooled } from '#server/settings/schemas.ts';
import { connectionCounts } from './connection.ts';
import {
  createNamedReads,
  createPool,
  LimitedPg,
  type PoolOptions,
  runLimited,
  type Statement,
  wrapFault,
} from './statements.ts';

/** Columns that records lack unless they are selected: only used for searching, they duplicate other columns. */
export const omitted = {
  organization: { searchText: true },
  repository: { searchName: true, searchText: true },
  user: { searchName: true, searchText: true },
} as const;

export type Database = PrismaClient & {
  /**
   * Runs a statement that is too frequent for Prisma; dates are returned as `Date`. Has the same limits and errors as
   * other statements, but never joins a transaction.
   */
  $named<Row extends QueryResultRow>(statement: Statement, values: unknown[]): Promise<Row[]>;
  $connections(): { total: number; idle: number; waiting: number };
};

export type Transaction = Prisma.TransactionClient;

/** Limit in ms for getting a connection, and for a statement's result. Clients get a 503 within 3 s. */
const requestTimeout = 2_000;

/** Least limit in ms for a transaction, Prisma's default. */
const transactionTimeout = 5_000;

/** For background work and commands: no client waits for them, and requests can't starve their pool. */
export const inBackground: PoolOptions = {
  connections: connectionCounts.background,
  timeout: 15_000,
};

/** Connects lazily, on the first statement. */
export function createDatabase(
  url: string,
  { connections = connectionCounts.requests, timeout = requestTimeout }: Partial<PoolOptions> = {},
): Database {
  const pool = createPool(url, { connections, timeout });
  const adapter = new LimitedPg(pool, { disposeExternalPool: true });
  const client = new PrismaClient({
    adapter,
    errorFormat: 'minimal',
    omit: omitted,
    // A transaction may take as long as one of its statements.
    transactionOptions: { maxWait: timeout, timeout: Math.max(transactionTimeout, timeout) },
  });
  const readNamed = createNamedReads(pool, isPooled(url));
  const $named = (statement: Statement, values: unknown[]) =>
    runLimited(() => readNamed(statement, values)).catch((error) => {
      throw wrapFault(error);
    });
  // biome-ignore lint/plugin: Prisma types an extended client without `$on`, and statements without their rows
  return client.$extends({
    client: {
      $named,
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
          throw wrapFault(error);
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

/** check_violation. Our triggers also raise it, with their name as the message. */
const checkViolation = '23514';
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
/**
 * The driver adapter omits these constraint names and passes only PostgreSQL's message. The message about a record that
 * can't be deleted, because others need it, begins with “update or delete”.
 */
const foreignKeyMessage = /^insert or update .* violates foreign key constraint "(\w+)"$/;
const checkMessage = /violates check constraint "(\w+)"$/;

export function violatedConstraint(error: unknown): string | undefined {
  const { code = '', constraint, message, meta } = error as DriverError;
  // Statements that bypass Prisma fail with PostgreSQL's error. Triggers may raise it without a constraint.
  if (code === uniqueViolation || code === checkViolation) return constraint ?? message;
  if (code === foreignKeyViolation) return foreignKeyMessage.exec(message ?? '')?.[1];
  const cause = meta?.driverAdapterError?.cause;
  // Prisma reports raw statements with a different code.
  if (code === 'P2002' || cause?.originalCode === uniqueViolation) return cause?.constraint?.index;
  if (cause?.originalCode === foreignKeyViolation) {
    return foreignKeyMessage.exec(cause.originalMessage ?? '')?.[1];
  }
  if (cause?.originalCode !== checkViolation) return undefined;
  return checkMessage.exec(cause.originalMessage ?? '')?.[1] ?? cause.originalMessage;
}

type Models = Prisma.TypeMap['model'];
type Scalars = { [Name in Prisma.ModelName]: Models[Name]['payload']['scalars'] };

/** Models with an ID. */
export type RecordModel = {
  [Name in Prisma.ModelName]: 'id' extends keyof Scalars[Name] ? Name : never;
}[Prisma.ModelName];

/** Records by model. With a `select`, other columns may be missing. */
export type Records = { [Name in RecordModel]: Scalars[Name] & { id: string } };

export type WhereOf<Name extends RecordModel> = NonNullable<
  Models[Name]['operations']['findMany']['args']['where']
>;

type Delegate<Row> = {
  findMany(query: object): Promise<Row[]>;
  findUnique(query: object): Promise<Row | null>;
  findUniqueOrThrow(query: object): Promise<Row>;
  count(query: object): Promise<number>;
};

/** The model's name in Prisma's client, and in the payloads of mutations: `repository`. */
export const uncapitalized = <Name extends string>(model: Name) =>
  `${model.charAt(0).toLowerCase()}${model.slice(1)}` as Uncapitalize<Name>;

/** The name of a model or of its plural in descriptions: `access token`. */
export const wordsOf = (name: string) => name.replace(/(?<!^)[A-Z]/g, ' $&').toLowerCase();

/** Prisma's client of a model. */
export function delegateOf<Name extends RecordModel>(database: Database, model: Name) {
  // biome-ignore lint/plugin: a delegate by the name of its model
  return database[uncapitalized(model)] as unknown as Delegate<Records[Name]>;
}
