/** A PostgreSQL that the product creates, starts and stops, for machines without one. */

import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from './binaries.ts';
import { createCluster, requireCompatibleCluster } from './cluster.ts';
import { makeDataDir } from './data-dir.ts';
import { acquireInstanceLock, isInstanceRunning } from './instance-lock.ts';
import { findPostgres, stopPostgres } from './process.ts';
import { databaseRole, provision } from './provision.ts';
import { readSecrets } from './secrets.ts';
import { ensureRunning } from './start.ts';
import { supervise } from './supervise.ts';
import { startWatchdog } from './watchdog.ts';

export type EmbeddedOptions = {
  /** Created if missing. */
  dataDir: string;
  /** Created if missing. */
  database?: string;
  /** PostgreSQL settings, such as `{ fsync: 'off' }`. Only applied if this call starts PostgreSQL. */
  settings?: Record<string, string>;
  /** True for the product, false for a task that may share a running product's database. */
  exclusive?: boolean;
  onProgress?: (message: string) => void;
};

export type Embedded = {
  url: string;
  /** PostgreSQL was already running. */
  adopted: boolean;
  /** Stops PostgreSQL (fast shutdown), unless this is a task and a product uses it. May be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on 127.0.0.1.
 *
 * @throws {CliError} if another instance uses the data, it belongs to another user or PostgreSQL version, or PostgreSQL
 * doesn't start
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { database = 'atrium', settings = {}, exclusive = true, onProgress = () => {} } = options;
  makeDataDir(options.dataDir);
  const dataDir = realpathSync(options.dataDir);
  const cluster = join(dataDir, 'postgres');
  const binaries = await findBinaries();

  if (!existsSync(cluster)) {
    onProgress('Creating the database');
    await createCluster(binaries, dataDir, cluster);
  }
  requireCompatibleCluster(cluster);
  const secrets = readSecrets(cluster);
  const installation = { binaries, dataDir, cluster, secrets, settings };
  const { port, adopted } = await ensureRunning(installation, onProgress);

  const urlOf = (name: string) =>
    `postgresql://${databaseRole}:${secrets.password}@127.0.0.1:${port}/${name}`;
  const maintenanceUrl = urlOf('postgres');
  const admin = { port, password: secrets.superuserPassword };
  let releaseLock: (() => Promise<void>) | undefined;
  try {
    await provision(maintenanceUrl, admin, secrets.password, database);
    if (exclusive) releaseLock = await acquireInstanceLock(maintenanceUrl, options.dataDir);
  } catch (error) {
    if (!adopted) await stopPostgres(cluster);
    throw error;
  }

  const stopSupervising = exclusive
    ? supervise({
        isRunning: () => findPostgres(cluster) !== undefined,
        start: () => ensureRunning(installation, () => {}),
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
    adopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}
