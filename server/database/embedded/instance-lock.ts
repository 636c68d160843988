/** Allows one product per embedded database: a session-level advisory lock, released when its holder dies. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CliError } from '#server/progress.ts';

/** Any number that no other advisory lock of this database uses. */
const lockId = '107114120361325';
const applicationName = 'atrium instance lock';
/** How long PostgreSQL may take to end the session of a killed holder, in milliseconds. */
const gracePeriod = 2_500;

/**
 * Acquires the lock and holds it until the returned function is called; a lost connection is re-established
 * in the background. Throws a CliError that names the process which holds it.
 */
export async function acquireInstanceLock(
  url: string,
  dataDir: string,
): Promise<() => Promise<void>> {
  let client = createClient(url);
  let released = false;
  await client.connect();
  const deadline = Date.now() + gracePeriod;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const holder = await findHolder(client);
      await client.end();
      throw new CliError(
        `Another instance${holder ? ` (process ${holder})` : ''} is using ${dataDir}.`,
        'Stop it first, or set DATA_DIR and PORT to run a second one beside it.',
      );
    }
    await sleep(100);
  }

  // A restart of PostgreSQL or an administrator may end the session.
  const reacquireWhenLost = (current: Client) => {
    current.on('error', () => {});
    current.once('end', () => void (released || reacquire()));
    keepProcessAlive(current, false);
  };
  const reacquire = async (): Promise<void> => {
    while (!released) {
      const next = createClient(url);
      next.on('error', () => {});
      try {
        await next.connect();
        await tryLock(next);
        client = next;
        reacquireWhenLost(next);
        if (released) await next.end();
        return;
      } catch {
        await sleep(1000, undefined, { ref: false });
      }
    }
  };
  reacquireWhenLost(client);

  return async () => {
    released = true;
    keepProcessAlive(client, true);
    await client.end().catch(() => {});
  };
}

/** Whether a product holds the lock. */
export async function isInstanceRunning(url: string): Promise<boolean> {
  const client = createClient(url);
  try {
    await client.connect();
    return !(await tryLock(client));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const createClient = (url: string) =>
  new Client({
    connectionString: url,
    application_name: `${applicationName} ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });

// pg has ref() and unref(), its types do not.
function keepProcessAlive(client: Client, alive: boolean): void {
  const socket = client as Client & { ref(): void; unref(): void };
  if (alive) socket.ref();
  else socket.unref();
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${lockId}) AS locked`,
  );
  return rows[0]?.locked ?? false;
}

/** Process id of the holder. */
async function findHolder(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint << 32 | l.objid::bigint) = ${lockId}`,
  );
  return rows[0]?.name.slice(applicationName.length).trim();
}
