import type { Log } from '#server/log/log.ts';
import { withConnection } from './connection.ts';

/** Maximum connections per process. */
export const connectionCounts = { requests: 10, background: 4, changes: 1 };

export function connectionsOf(processes: number): number {
  return processes * Object.values(connectionCounts).reduce((sum, count) => sum + count);
}

export async function warnOfScarceConnections(url: string, processes: number, log: Log) {
  const needed = connectionsOf(processes);
  const allowed = await withConnection(url, async (client) => {
    const { rows } = await client.query('SHOW max_connections');
    return Number(rows[0].max_connections);
  });
  if (needed > allowed) log.warn({ needed, allowed }, 'database.connections_scarce');
}
