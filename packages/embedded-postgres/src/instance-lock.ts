/** Allows one program per embedded database: a session-level advisory lock, released when its holder dies. */

import { setTimeout as sleep } from 'node:timers/promises';
import { SafeClient } from './client.ts';
import { EmbeddedError } from './errors.ts';

/** Arbitrary, but not used by any other advisory lock in this database. */
const lockId = '107114120361325';
const applicationName = 'instance lock';
/** Time in ms PostgreSQL may take to end the session of a killed holder. */
const gracePeriod = 2_500;

/**
 * Holds the lock until the returned function is called, reacquiring it in the background if the connection is lost.
 * Throws an EmbeddedError naming the process that holds it.
 */
export async function acquireInstanceLock(
  url: string,
  dataDir: string,
): Promise<() => Promise<void>> {
  let client = connectTo(url);
  let released = false;
  await client.connect();
  const deadline = Date.now() + gracePeriod;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const holder = await findHolder(client);
      await client.end();
      const other = `Another instance${holder ? ` (process ${holder})` : ''}`;
      throw new EmbeddedError('IN_USE', `${other} is using ${dataDir}.`);
    }
    await sleep(100);
  }

  // A PostgreSQL restart or an administrator may end the session.
  const reacquireWhenLost = (current: SafeClient) => {
    current.once('end', () => void (released || reacquire()));
    keepProcessAlive(current, false);
  };
  const reacquire = async (): Promise<void> => {
    while (!released) {
      const next = connectTo(url);
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

/** Whether a program holds the lock. False if the database is unreachable. */
export async function isInstanceRunning(url: string): Promise<boolean> {
  const client = connectTo(url);
  try {
    await client.connect();
    return !(await tryLock(client));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const connectTo = (url: string) =>
  new SafeClient({ connectionString: url, application_name: `${applicationName} ${process.pid}` });

// Missing from pg's types.
function keepProcessAlive(client: SafeClient, alive: boolean): void {
  const socket = client as SafeClient & { ref(): void; unref(): void };
  if (alive) socket.ref();
  else socket.unref();
}

async function tryLock(client: SafeClient): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${lockId}) AS locked`,
  );
  return rows[0]?.locked ?? false;
}

async function findHolder(client: SafeClient): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint << 32 | l.objid::bigint) = ${lockId}`,
  );
  return rows[0]?.name.slice(applicationName.length).trim();
}
