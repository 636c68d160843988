import pg, { type Pool, type QueryResultRow } from 'pg';
import { columnTypes } from './column-types.ts';
import { isLostConnection, isRefusal } from './fault.ts';
import type { NamedStatement, Statement } from './named-statement.ts';
import { Read } from './read.ts';
import { createSharedReads } from './shared-reads.ts';

/** The session does not know the name, or another client's: a pooler changes sessions between statements. */
const isOfPooler = (code: string | undefined) => code === '26000' || code === '42P05';
/** A migration has changed the type of a column. The pool replaces a connection after each error. */
const isOutdated = (code: string | undefined) => code === '0A000';

/** Milliseconds until which a lost read is sent again: clients get a 503 within 3 s, and the second try may take 2. */
const retryWithin = 900;

/** The driver's text for values, which its types do not know. */
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | null } }
).utils;

/** Runs a write. A refused value does not cost its connection, as it would with `pool.query`. */
async function write<Row extends QueryResultRow>(
  pool: Pool,
  statement: NamedStatement,
  values: unknown[],
): Promise<Row[]> {
  const texts = values.map((value) => prepareValue(value));
  const client = await pool.connect();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure = error;
  };
  client.on('error', fail);
  try {
    return await new Promise<Row[]>((done, failed) => {
      const onAnswer = (error: Error | null, rows: QueryResultRow[]) =>
        error ? failed(error) : done(rows as Row[]);
      // One message, whose answer is not described again each time.
      client.query(new Read(statement, texts, onAnswer) as never);
    });
  } catch (error) {
    if (!isRefusal(error)) fail(error as Error);
    throw error;
  } finally {
    client.removeListener('error', fail);
    client.release(failure);
  }
}

/**
 * Runs named reads and writes on the connections of `pool`, without names behind a pooler that supports none. A
 * statement whose name a session refuses is sent again without it, and so is a read whose connection is lost.
 */
export function createNamedReads(pool: Pool, isPooled = false) {
  const readShared = createSharedReads(pool);
  let isUnnamed = isPooled;

  async function sendUnnamed<Row extends QueryResultRow>(text: string, values: unknown[]) {
    return (await pool.query<Row>({ text, values, types: columnTypes })).rows;
  }

  async function send<Row extends QueryResultRow>(
    { name, text, writes = false }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    if (!name || isUnnamed) return sendUnnamed<Row>(text, values);
    if (writes) return write<Row>(pool, { name, text }, values);
    const shared = readShared<Row>({ name, text }, values);
    return shared ?? (await pool.query<Row>({ name, text, values, types: columnTypes })).rows;
  }

  return async function read<Row extends QueryResultRow>(
    statement: Statement,
    values: unknown[],
  ): Promise<Row[]> {
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
      return sendUnnamed<Row>(statement.text, values);
    }
  };
}
