import { Pool } from 'pg';
import { isPooled } from '#server/settings/schemas.ts';
import { FailoverClient } from './adapter.ts';

export type PoolOptions = {
  connections: number;
  /** Limit in ms for getting a connection, and for a statement's result. */
  timeout: number;
};

/** Connects lazily, on the first statement. */
export function createPool(url: string, { connections, timeout }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: FailoverClient,
    max: connections,
    // After a timeout, the driver closes the connection, so nothing waits behind the statement.
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    ...(isPooled(url) ? {} : { options: `-c statement_timeout=${timeout}` }),
  });
  // The pool replaces idle connections that are lost.
  pool.on('error', () => {});
  return pool;
}
