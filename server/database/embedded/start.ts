import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#server/progress.ts';
import type { Binaries } from './binaries.ts';
import { findPostgres, spawnAs } from './process.ts';
import { superuserClient } from './provision.ts';
import { chooseRunner } from './runner.ts';
import { choosePort, type Secrets } from './secrets.ts';

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
  settings: Record<string, string>;
};

type OnProgress = (message: string) => void;

/**
 * Returns the port of the running PostgreSQL, starting it if necessary; `adopted` if it was already running. Throws a
 * CliError if it doesn't start or answer within two minutes.
 */
export async function ensureRunning(
  installation: Installation,
  onProgress: OnProgress,
): Promise<{ port: number; adopted: boolean }> {
  const { cluster, dataDir, secrets } = installation;
  const logFile = join(dataDir, 'postgres.log');
  const deadline = Date.now() + startTimeout;
  let waits = 0;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = findPostgres(cluster);
    if (running) {
      if (running.status === 'ready' && (await accepts(running.port, secrets))) {
        return { port: running.port, adopted: true };
      }
      if (waits++ === 40) onProgress(`Waiting for PostgreSQL (${running.status || 'starting'})`);
      await sleep(50);
      continue;
    }
    // PostgreSQL refuses to start if a stale pid file has the PID of another live process.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    const port = await choosePort(cluster, secrets);
    const log = await startPostgres(installation, port, logFile, onProgress);
    if (log === undefined) return { port, adopted: false };
    if (!retryableFailure.test(log) || ++failures > maxRetries) {
      throw new CliError(
        `PostgreSQL did not start: ${summarizeLog(log)}`,
        `See ${logFile}, or set DATABASE_URL to your own PostgreSQL.`,
      );
    }
    await sleep(250);
  }
  throw new CliError(
    `PostgreSQL in ${cluster} runs but does not answer.`,
    `See ${logFile}; stop that PostgreSQL and start again.`,
  );
}

/** Waits until PostgreSQL is ready. If it exits instead, returns what it logged. */
async function startPostgres(
  { binaries, cluster, settings }: Installation,
  port: number,
  logFile: string,
  onProgress: OnProgress,
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
  for (let waits = 0; failure === undefined; waits++) {
    const running = findPostgres(cluster);
    if (running?.pid === child.pid && running?.status === 'ready') return undefined;
    if (waits === 300) onProgress('PostgreSQL is recovering from an unclean shutdown');
    await sleep(10);
  }
  return failure;
}

function settingArgs(port: number, settings: Record<string, string>): string[] {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // Keeps personal data (rejected rows, statement texts) out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    // No line per rejected statement or checkpoint, so the log doesn't grow with use.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

const summarizeLog = (log: string) =>
  log
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|HINT|could not|setpriv/.test(line))
    .slice(-4)
    .join(' ') || log.trim().slice(-300);

async function accepts(port: number, secrets: Secrets): Promise<boolean> {
  const client = superuserClient({ port, password: secrets.superuserPassword });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
