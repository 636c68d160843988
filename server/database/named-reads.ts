import type { Pool, QueryResultRow } from 'pg';
import { tracedReads } from '#server/log/tracing.ts';
import { columnTypes as types } from './connections/column-types.ts';
import { isLostConnection, isRefusal } from './fault.ts';
import type { Statement } from './named-statement.ts';

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
    const { rows } = await client.query<Row>({ ...(name && { name }), text, values, types });
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
    return (await pool.query<Row>({ ...statement, values, types })).rows;
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
