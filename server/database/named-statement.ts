import { createHash } from 'node:crypto';
import type { Pool, QueryResultRow } from 'pg';

/** A statement that PostgreSQL parses and plans each time, with its values. */
type UnnamedStatement = { readonly text: string; readonly name?: undefined };
/** A statement that PostgreSQL parses once per connection, and soon plans once for all values. */
export type NamedStatement = { readonly name: string; readonly text: string };
export type Statement = NamedStatement | UnnamedStatement;

/**
 * A read with `$1`, `$2`, … for its values, to be defined once per module. Its name depends on its text, so
 * that versions of the product that share connections through a pooler never run each other's.
 */
export function namedStatement(text: string): NamedStatement {
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 22), text };
}

/** The session does not know the name, or another client's: a pooler changes sessions between statements. */
const isOfPooler = (code: string | undefined) => code === '26000' || code === '42P05';
/** A migration has changed the type of a column. The pool replaces a connection after each error. */
const isOutdated = (code: string | undefined) => code === '0A000';

/**
 * Runs named reads on the connections of `pool`. A statement whose name a session refuses is sent again
 * without it; behind a pooler that does not support names, all further statements are.
 */
export function createNamedReads(pool: Pool) {
  let isPooled = false;

  return async function read<Row extends QueryResultRow>(
    { name, text }: Statement,
    values: unknown[],
  ): Promise<Row[]> {
    if (name && !isPooled) {
      try {
        return (await pool.query<Row>({ name, text, values })).rows;
      } catch (error) {
        const { code } = error as { code?: string };
        if (!isOfPooler(code) && !isOutdated(code)) throw error;
        isPooled ||= isOfPooler(code);
      }
    }
    return (await pool.query<Row>({ text, values })).rows;
  };
}
