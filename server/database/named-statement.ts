import { createHash } from 'node:crypto';
import { type Pool, type QueryResultRow, types } from 'pg';
import { tracedReads } from '#server/log/tracing.ts';
import { isLostConnection, isRefusal } from './fault.ts';

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
