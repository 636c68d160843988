/** A real PostgreSQL for a machine that has none: made, started, adopted and stopped by the product. */

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startWatchdog } from '#server/database/watchdog.ts';
import { CliError } from '#server/progress.ts';
import { makeDataDir } from './data-dir.ts';
import { holdOwnership, isOwned } from './instance-lock.ts';
import {
  type Binaries,
  chooseRunner,
  findBinaries,
  findPostmaster,
  type Runner,
  spawnAs,
  stopPostmaster,
} from './process.ts';
import { keepRunning } from './supervise.ts';

const MAJOR = '18';
const SUPERUSER = 'postgres';
/** Owns the databases and is no superuser: an SQL injection does not read files. */
const ROLE = 'atrium';

export type EmbeddedOptions = {
  /** Folder for the data; made where missing. */
  dataDir: string;
  /** Name of the database; made where missing. */
  database?: string;
  /** PostgreSQL settings, as in `{ fsync: 'off' }`. They hold only if this call starts PostgreSQL. */
  settings?: Record<string, string>;
  /** True for the product, false for a task that shares a running product's database. */
  exclusive?: boolean;
  /** Called with a sentence before each longer piece of work. */
  onProgress?: (message: string) => void;
};

export type Embedded = {
  /** Connection string of the database's owner. */
  url: string;
  /** True where PostgreSQL was already running. */
  adopted: boolean;
  /** Stops PostgreSQL (fast shutdown). A task leaves it running where the product uses it. May be called twice. */
  stop(): Promise<void>;
};

type Secrets = { superuserPassword: string; password: string; port: number };

/**
 * Brings up PostgreSQL on 127.0.0.1 and returns its URL. Throws a Failure where the data is used by another
 * product, belongs to another user or another PostgreSQL version, or PostgreSQL does not start.
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
  checkCluster(cluster);
  const secrets = readSecrets(cluster);
  const { port, adopted } = await run(binaries, dataDir, cluster, secrets, settings, onProgress);

  const urlOf = (name: string) =>
    `postgresql://${ROLE}:${secrets.password}@127.0.0.1:${port}/${name}`;
  const maintenance = urlOf('postgres');
  let release: (() => Promise<void>) | undefined;
  try {
    await provision(
      maintenance,
      { port, password: secrets.superuserPassword },
      secrets.password,
      database,
    );
    if (exclusive) release = await holdOwnership(maintenance, options.dataDir);
  } catch (error) {
    if (!adopted) await stopPostmaster(cluster);
    throw error;
  }

  const letEnd = exclusive
    ? keepRunning({
        isRunning: () => findPostmaster(cluster) !== undefined,
        start: () => run(binaries, dataDir, cluster, secrets, settings, () => {}),
      })
    : async () => {};
  const endWatchdog = exclusive || !adopted ? startWatchdog(cluster, maintenance) : () => {};
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    if (!exclusive && (adopted || (await isOwned(maintenance)))) return endWatchdog();
    await letEnd();
    await release?.();
    await stopPostmaster(cluster);
    endWatchdog();
  };
  return {
    url: urlOf(database),
    adopted,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** initdb into a folder beside, then one rename: a kill -9 or a second start never sees half a cluster. */
async function createCluster(binaries: Binaries, dataDir: string, cluster: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    const left = /^postgres\.new-(\d+)$/.exec(name);
    if (left && !isAlive(Number(left[1])))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  const fresh = `${cluster}.new-${process.pid}`;
  const runner = chooseRunner([fresh, binaries.postgres]);
  const own = (path: string) => {
    if (runner.uid !== undefined && runner.gid !== undefined)
      chownSync(path, runner.uid, runner.gid);
  };
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  own(fresh);
  const secrets: Secrets = {
    superuserPassword: randomBytes(24).toString('base64url'),
    password: randomBytes(24).toString('base64url'),
    port: 0,
  };
  // initdb wants an empty folder, so the password waits beside it.
  const passwordFile = `${fresh}.password`;
  try {
    writeFileSync(passwordFile, secrets.superuserPassword, { mode: 0o600 });
    own(passwordFile);
    await initialise(binaries, runner, fresh, passwordFile);
    const secretsFile = join(fresh, 'atrium.json');
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 });
    own(secretsFile);
    renameSync(fresh, cluster);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Somebody else was quicker: theirs is as good as ours.
    if (!existsSync(cluster)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

async function initialise(
  binaries: Binaries,
  runner: Runner,
  folder: string,
  passwordFile: string,
): Promise<void> {
  // The built-in locale sorts alike on every machine; the C library's is only asked what a letter is.
  const letters = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }[process.platform as string] ?? 'C';
  const child = spawnAs(
    runner,
    binaries.initdb,
    [
      `--pgdata=${folder}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${letters}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    'pipe',
  );
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const cause = output.split('\n').filter((line) => /error|fatal|could not|no space/i.test(line));
  throw new CliError(
    `PostgreSQL could not create its data folder: ${cause.join(' ') || output.trim().slice(-300)}`,
    'Free some disk space or set DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function checkCluster(cluster: string): void {
  let version: string;
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    const { uid } = statSync(cluster);
    throw new CliError(
      `The database in ${cluster} belongs to user ${uid} and cannot be read.`,
      'Run the command as the user who made it (root, if root started it first), or set DATA_DIR to another folder.',
      { cause },
    );
  }
  if (version === MAJOR) return;
  throw new CliError(
    `The database in ${cluster} was made by PostgreSQL ${version}; this is ${MAJOR}.`,
    'Move it with pg_dump and pg_restore, or set DATA_DIR to another folder for a fresh one.',
  );
}

function readSecrets(cluster: string): Secrets {
  try {
    return JSON.parse(readFileSync(join(cluster, 'atrium.json'), 'utf8')) as Secrets;
  } catch (cause) {
    throw new CliError(
      `The password of the database in ${cluster} cannot be read.`,
      'Put atrium.json back from a backup, or set DATA_DIR to another folder.',
      { cause },
    );
  }
}

/** Adopts a running postmaster or starts one. Whoever loses a race against another start adopts. */
async function run(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
  secrets: Secrets,
  settings: Record<string, string>,
  onProgress: (message: string) => void,
): Promise<{ port: number; adopted: boolean }> {
  const deadline = Date.now() + 120_000;
  let waits = 0;
  let failures = 0;
  while (Date.now() < deadline) {
    const running = findPostmaster(cluster);
    if (running) {
      if (running.status === 'ready' && (await answers(running.port, secrets))) {
        return { port: running.port, adopted: true };
      }
      if (waits++ === 40) onProgress(`Waiting for PostgreSQL (${running.status || 'starting'})`);
      await sleep(50);
      continue;
    }
    // PostgreSQL itself refuses a pid file whose number another live program wears.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    const port = await choosePort(cluster, secrets);
    const log = await startPostmaster(binaries, dataDir, cluster, port, settings, onProgress);
    if (log === undefined) return { port, adopted: false };
    // Lost a race, or the backends of a killed postmaster are still leaving: look again.
    const passing = /lock file .* already exists|shared memory block|could not create any TCP/.test(
      log,
    );
    if (!passing || ++failures > 20) {
      throw new CliError(
        `PostgreSQL did not start: ${lastWords(log)}`,
        `See ${join(dataDir, 'postgres.log')}, or set DATABASE_URL to a PostgreSQL of your own.`,
      );
    }
    await sleep(250);
  }
  throw new CliError(
    `PostgreSQL in ${cluster} runs but does not answer.`,
    `See ${join(dataDir, 'postgres.log')}; end that PostgreSQL and start again.`,
  );
}

const lastWords = (log: string) =>
  log
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|HINT|could not|setpriv/.test(line))
    .slice(-4)
    .join(' ') || log.trim().slice(-300);

/** Starts the postmaster and waits until it is ready. Returns what it logged where it ended instead. */
async function startPostmaster(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
  port: number,
  settings: Record<string, string>,
  onProgress: (message: string) => void,
): Promise<string | undefined> {
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // People's data (a refused row, a statement's text) does not belong in a log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    // Nor does a line per refused statement or checkpoint: the file would grow with use.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...settings,
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const logFile = join(dataDir, 'postgres.log');
  if (existsSync(logFile) && statSync(logFile).size > 5_000_000) rmSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  const begin = statSync(logFile).size;
  const runner = chooseRunner([cluster, binaries.postgres], statSync(cluster));
  const child = spawnAs(runner, binaries.postgres, ['-D', cluster, ...args], log);
  closeSync(log);
  let ended: string | undefined;
  // The folder may have gone by the time PostgreSQL ends.
  const told = () =>
    existsSync(logFile) ? readFileSync(logFile).subarray(begin).toString('utf8') : '';
  child.once(
    'error',
    (error) => (ended = `could not start ${binaries.postgres}: ${error.message}`),
  );
  child.once('exit', () => (ended ??= told()));
  child.unref();
  for (let waits = 0; ended === undefined; waits++) {
    const running = findPostmaster(cluster);
    if (running?.pid === child.pid && running?.status === 'ready') return undefined;
    if (waits === 300) onProgress('PostgreSQL recovers what was written before the last stop');
    await sleep(10);
  }
  return ended;
}

/** The port of last time where it is still free, else another free one, kept for next time. */
async function choosePort(cluster: string, secrets: Secrets): Promise<number> {
  const kept = secrets.port ? await freePort(secrets.port) : undefined;
  const port = kept ?? (await freePort(0)) ?? 0;
  if (port !== secrets.port) {
    secrets.port = port;
    const file = join(cluster, 'atrium.json');
    const { uid, gid } = statSync(file);
    const next = `${file}.${process.pid}`;
    writeFileSync(next, JSON.stringify(secrets), { mode: 0o600 });
    if (process.getuid?.() === 0) chownSync(next, uid, gid);
    else chmodSync(next, 0o600);
    renameSync(next, file);
  }
  return port;
}

function freePort(wanted: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(wanted, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : undefined;
      server.close(() => resolve(port));
    });
  });
}

async function answers(port: number, secrets: Secrets): Promise<boolean> {
  const client = superuser(port, secrets.superuserPassword);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const superuser = (port: number, password: string) =>
  new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 5000,
  });

/** The role and the database, each made where missing. The usual case is one connection and one query. */
async function provision(
  maintenance: string,
  admin: { port: number; password: string },
  password: string,
  database: string,
): Promise<void> {
  const client = new Client({ connectionString: maintenance });
  try {
    await client.connect();
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') throw error;
    await createRole(admin, password);
    return provision(maintenance, admin, password, database);
  }
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      database,
    ]);
    if (!rowCount) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!/42P04|23505/.test((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

async function createRole(
  admin: { port: number; password: string },
  password: string,
): Promise<void> {
  const client = superuser(admin.port, admin.password);
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ROLE]);
    const verb = rowCount ? 'ALTER' : 'CREATE';
    await client.query(
      `${verb} ROLE ${ROLE} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`,
    );
  } catch (error) {
    if (!/42710|23505|XX000/.test((error as { code?: string }).code ?? '')) throw error;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
