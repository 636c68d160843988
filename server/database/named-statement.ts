import { createHash } from 'node:crypto';
import { type Pool, type QueryResultRow, types } from 'pg';
import { tracedReads } from '#server/log/tracing.ts';
import { isLostConnection, isRefusal } from './fault.ts';

/** PostgreSQL parses and plans it each time, using its values. */
type UnnamedStatement = {
  readonly text: string;
  readonly name?: undefined;
  readonly writes?: boolean;
};
/** PostgreSQL parses it once per connection, and soon uses a generic plan. */
type NamedStatement = {
  readonly name: string;
  readonly text: string;
  /** Not repeated when its connection is lost. */
  readonly writes?: boolean;
};
export type Statement = NamedStatement | UnnamedStatement;

/**
 * A read with parameters (`$1`, `$2`, …), defined once per module. Its name is a hash of the text, so that versions
 * sharing a pooler's connections never run each other's statements.
 */
export function namedStatement(text: string): NamedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}

const parseTimestamp = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/** The driver takes dates and timestamps without a time zone as local time, Prisma as UTC. */
const parsers = new Map<number, (text: string) => Date>([
  [types.builtins.TIMESTAMP, (text) => parseTimestamp(`${text}+00`)],
  [types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

/** For the driver's queries. */
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

/** Runs a write. Unlike `pool.query`, it keeps the connection when a value is rejected. */
async function write<Row extends QueryResultRow>(
  pool: Pool,
  { name, text }: Statement,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    const { rows } = await client.query<Row>({
      ...(name && { name }),
      text,
      values,
      types: columnTypes,
    });
    return rows;
  } catch (error) {
    if (!isRefusal(error)) failure = error as Error;
    throw error;
  } finally {
    client.release(failure);
  }
}

/**
 * Runs prepared reads and writes on `pool`, unnamed behind a pooler without prepared statements. Retries unnamed if the
 * session rejects the name, and retries reads whose connection is lost.
 */
export function createNamedReads(pool: Pool, isPooled = false) {
  let isUnnamed = isPooled;

  async function send<Row extends QueryResultRow>(
    { name, text, writes = false }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    const statement = name && !isUnnamed ? { name, text } : { text };
    if (writes) return write<Row>(pool, statement, values);
    return (await pool.query<Row>({ ...statement, values, types: columnTypes })).rows;
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
      return send<Row>({ text: statement.text, writes: statement.writes ?? false }, values);
    }
  };
  read = tracedReads(read);
  return read;
}
