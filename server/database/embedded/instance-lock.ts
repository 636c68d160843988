/** One product per database folder: the owner holds a session lock, which PostgreSQL drops when he dies. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { CliError } from '#server/progress.ts';

/** 'atrium' in ASCII; any number does as long as nobody else uses it. */
const LOCK = '107114120361325';
const NAME = 'atrium owner';
/** How long a dead owner's session may take to leave, in milliseconds. */
const GRACE = 2500;

/**
 * Takes the lock and holds it until the returned function is called. A lost connection is made again in the
 * background. Throws a Failure that names the process which has it.
 */
export async function holdOwnership(url: string, dataDir: string): Promise<() => Promise<void>> {
  let client = connection(url);
  let released = false;
  await client.connect();
  const deadline = Date.now() + GRACE;
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const owner = await findOwner(client);
      await client.end();
      throw new CliError(
        `${owner ? `Another Atrium (process ${owner})` : 'Another Atrium'} is using ${dataDir}.`,
        'Stop it first, or set DATA_DIR (and PORT) to run a second one beside it.',
      );
    }
    await sleep(100);
  }

  // A restart of PostgreSQL or an administrator may end our session; the claim itself stands.
  const watch = (current: Client) => {
    current.on('error', () => {});
    current.once('end', () => void (released || reclaim()));
    hold(current, false);
  };
  const reclaim = async (): Promise<void> => {
    while (!released) {
      const next = connection(url);
      next.on('error', () => {});
      try {
        await next.connect();
        await tryLock(next);
        client = next;
        watch(next);
        if (released) await next.end();
        return;
      } catch {
        await sleep(1000, undefined, { ref: false });
      }
    }
  };
  watch(client);

  return async () => {
    released = true;
    hold(client, true);
    await client.end().catch(() => {});
  };
}

/** Whether a product holds the lock now. */
export async function isOwned(url: string): Promise<boolean> {
  const client = connection(url);
  try {
    await client.connect();
    return !(await tryLock(client));
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const connection = (url: string) =>
  new Client({
    connectionString: url,
    application_name: `${NAME} ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });

/** Whether the session keeps this process alive; pg has the two methods, its types do not. */
function hold(client: Client, alive: boolean): void {
  const socket = client as Client & { ref(): void; unref(): void };
  if (alive) socket.ref();
  else socket.unref();
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${LOCK}) AS locked`,
  );
  return rows[0]?.locked ?? false;
}

async function findOwner(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND (l.classid::bigint << 32 | l.objid::bigint) = ${LOCK}`,
  );
  return rows[0]?.name.slice(NAME.length).trim();
}
