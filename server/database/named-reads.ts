import type { Pool, QueryResultRow } from 'pg';
import { columnTypes } from './column-types.ts';
import type { Statement } from './named-statement.ts';
import { createSharedReads } from './shared-reads.ts';

/** The session does not know the name, or another client's: a pooler changes sessions between statements. */
const isOfPooler = (code: string | undefined) => code === '26000' || code === '42P05';
/** A migration has changed the type of a column. The pool replaces a connection after each error. */
const isOutdated = (code: string | undefined) => code === '0A000';

/**
 * Runs named reads and writes on the connections of `pool`. A statement whose name a session refuses is sent again
 * without it; behind a pooler that does not support names, all further statements are.
 */
export function createNamedReads(pool: Pool) {
  const readShared = createSharedReads(pool);
  let isPooled = false;

  return async function read<Row extends QueryResultRow>(
    { name, text, writes = false }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    if (name && !isPooled) {
      try {
        const shared = writes ? undefined : readShared<Row>({ name, text }, values);
        return shared
          ? await shared
          : (await pool.query<Row>({ name, text, values, types: columnTypes })).rows;
      } catch (error) {
        const { code } = error as { code?: string };
        if (!isOfPooler(code) && !isOutdated(code)) throw error;
        isPooled ||= isOfPooler(code);
      }
    }
    return (await pool.query<Row>({ text, values, types: columnTypes })).rows;
  };
}
