/** Pools of connections, whose statements end within a time limit. */
import { Pool } from 'pg';
import { isPooled } from '#server/settings/rules.ts';
import { TimeoutClient } from './adapter.ts';

export type PoolOptions = {
  /** Maximum number of connections. */
  connections: number;
  /** Milliseconds to wait for a connection, and for the result of a statement. */
  timeout: number;
};

/** A pool of connections to the PostgreSQL at `url`, which connects with its first statement. */
export function createPool(url: string, { connections, timeout }: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    Client: TimeoutClient,
    max: connections,
    keepAlive: true,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    ...(isPooled(url) ? {} : { options: `-c statement_timeout=${timeout}` }),
  });
  // The pool replaces a connection that is lost while idle.
  pool.on('error', () => {});
  return pool;
}
