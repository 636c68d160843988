/** A PostgreSQL that a program creates, starts and stops, for machines without one. */

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { superuserUrl } from './client.ts';
import { createCluster, requireCompatibleCluster } from './cluster.ts';
import { makeDataDir } from './data-dir.ts';
import { acquireInstanceLock, isInstanceRunning } from './instance-lock.ts';
import { findPostgres, stopPostgres } from './process.ts';
import { provision } from './provision.ts';
import { readSecrets } from './secrets.ts';
import { ensureRunning } from './start.ts';
import { supervise } from './supervise.ts';
import { startWatchdog } from './watchdog.ts';

export type EmbeddedOptions = {
  /** Created if missing. */
  dataDir: string;
  /** Name of the role, of the database and of the file with their passwords. */
  name: string;
  /** Created if missing. Default: `name`. */
  database?: string;
  /** PostgreSQL settings, such as `{ fsync: 'off' }`. Only applied if this call starts PostgreSQL. */
  settings?: Record<string, string>;
  /** True for a program that serves, false for a task that may share its running database. */
  exclusive?: boolean;
};

export type Embedded = {
  url: string;
  /** For extensions and maintenance. The role of `url` is not a superuser. */
  superuserUrl: string;
  /** Folder of its data, in `dataDir`. */
  cluster: string;
  /** Its process. It changes if PostgreSQL is restarted after a crash. */
  readonly pid: number | undefined;
  /** PostgreSQL was already running. */
  adopted: boolean;
  /** Stops PostgreSQL (fast shutdown), unless this is a task and another program uses it. May be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on 127.0.0.1.
 *
 * @throws {EmbeddedError} if another instance uses the data, it belongs to another user or PostgreSQL version, or
 * PostgreSQL doesn't start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { name, database = name, settings = {}, exclusive = true } = options;
  makeDataDir(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const cluster = join(dataDir, 'postgres');
  const binaries = await findBinaries();

  const secretsName = `${name}.json`;
  if (!existsSync(cluster)) await createCluster(binaries, dataDir, cluster, secretsName);
  requireCompatibleCluster(cluster);
  const secretsFile = join(cluster, secretsName);
  const secrets = readSecrets(secretsFile);
  const installation = { binaries, dataDir, cluster, secrets, secretsFile, settings };
  const { port, adopted } = await ensureRunning(installation);

  const { password } = secrets;
  const urlOf = (path: string) => `postgresql://${name}:${password}@127.0.0.1:${port}/${path}`;
  const maintenanceUrl = urlOf('postgres');
  const adminUrl = superuserUrl(port, secrets);
  let releaseLock: (() => Promise<void>) | undefined;
  try {
    await provision(maintenanceUrl, adminUrl, { role: name, password, database });
    if (exclusive) releaseLock = await acquireInstanceLock(maintenanceUrl, options.dataDir);
  } catch (error) {
    if (!adopted) await stopPostgres(cluster);
    throw error;
  }

  const stopSupervising = exclusive
    ? supervise({
        isRunning: () => findPostgres(cluster) !== undefined,
        start: () => ensureRunning(installation),
      })
    : async () => {};
  const stopWatchdog = exclusive || !adopted ? startWatchdog(cluster, maintenanceUrl) : () => {};
  const stop = async () => {
    if (!exclusive && (adopted || (await isInstanceRunning(maintenanceUrl)))) {
      return stopWatchdog();
    }
    await stopSupervising();
    await releaseLock?.();
    await stopPostgres(cluster);
    stopWatchdog();
  };
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(database),
    superuserUrl: adminUrl,
    cluster,
    get pid() {
      return findPostgres(cluster)?.pid;
    },
    adopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
