import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { accepts, superuserUrl } from './client.ts';
import { EmbeddedError } from './errors.ts';
import { findPostgres, spawnAs } from './process.ts';
import { chooseRunner } from './runner.ts';
import { choosePort, type Secrets } from './secrets.ts';
import { settingArgs } from './settings.ts';

const startTimeout = 120_000;
/** Size in bytes above which the log is deleted at the next start. */
const maxLogSize = 5_000_000;
/** Failed starts to tolerate while another process is still starting or stopping. */
const maxRetries = 20;
const retryableFailure = /lock file .* already exists|shared memory block|could not create any TCP/;

export type Installation = {
  binaries: Binaries;
  dataDir: string;
  cluster: string;
  secrets: Secrets;
  secretsFile: string;
  settings: Record<string, string>;
};

/**
 * Returns the port of the running PostgreSQL, starting it if necessary; `adopted` if it was already running. Throws an
 * EmbeddedError if it doesn't start or answer within two minutes.
 */
export async function ensureRunning(
  installation: Installation,
): Promise<{ port: number; adopted: boolean }> {
  const { cluster, dataDir, secrets, secretsFile } = installation;
  const logFile = join(dataDir, 'postgres.log');
  const deadline = Date.now() + startTimeout;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = findPostgres(cluster);
    if (running) {
      if (running.status === 'ready' && (await accepts(superuserUrl(running.port, secrets)))) {
        return { port: running.port, adopted: true };
      }
      await sleep(50);
      continue;
    }
    // PostgreSQL refuses to start if a stale pid file has the PID of another live process.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    const port = await choosePort(secretsFile, secrets);
    const log = await startPostgres(installation, port, logFile);
    if (log === undefined) return { port, adopted: false };
    if (!retryableFailure.test(log) || ++failures > maxRetries) {
      throw new EmbeddedError('NOT_STARTED', `PostgreSQL did not start: ${summarizeLog(log)}`);
    }
    await sleep(250);
  }
  throw new EmbeddedError('NOT_ANSWERING', `PostgreSQL in ${cluster} runs but does not answer.`);
}

/** Waits until PostgreSQL is ready. If it exits instead, returns what it logged. */
async function startPostgres(
  { binaries, cluster, settings }: Installation,
  port: number,
  logFile: string,
): Promise<string | undefined> {
  if (existsSync(logFile) && statSync(logFile).size > maxLogSize) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const logStart = statSync(logFile).size;
  const runner = chooseRunner([cluster, binaries.postgres], statSync(cluster));
  const args = ['-D', cluster, ...settingArgs(port, settings)];
  const child = spawnAs(runner, binaries.postgres, args, log);
  closeSync(log);
  let failure: string | undefined;
  // The folder may be deleted by the time PostgreSQL exits.
  const readLog = () =>
    existsSync(logFile) ? readFileSync(logFile).subarray(logStart).toString('utf8') : '';
  child.once(
    'error',
    (error) => (failure = `could not start ${binaries.postgres}: ${error.message}`),
  );
  child.once('exit', () => (failure ??= readLog()));
  child.unref();
  while (failure === undefined) {
    const running = findPostgres(cluster);
    if (running?.pid === child.pid && running?.status === 'ready') return undefined;
    await sleep(10);
  }
  return failure;
}

const summarizeLog = (log: string) =>
  log
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|HINT|could not|setpriv/.test(line))
    .slice(-4)
    .join(' ') || log.trim().slice(-300);
