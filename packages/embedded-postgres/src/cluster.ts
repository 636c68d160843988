/** The data directory of an embedded PostgreSQL, called a cluster in PostgreSQL's terms. */

import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { superuser } from './client.ts';
import { EmbeddedError } from './errors.ts';
import { spawnAs } from './process.ts';
import { chooseRunner, type Runner } from './runner.ts';
import { createSecrets } from './secrets.ts';

const majorVersion = '18';

/**
 * Creates the cluster in a temporary folder and renames it, so that a killed or concurrent start never sees a partial
 * one. Throws an EmbeddedError if initdb fails.
 */
export async function createCluster(
  binaries: Binaries,
  dataDir: string,
  cluster: string,
  secretsName: string,
): Promise<void> {
  removeUnfinished(dataDir);
  const temporary = `${cluster}.new-${process.pid}`;
  const runner = chooseRunner([temporary, binaries.postgres]);
  const handOver = (path: string) => {
    if (runner.uid !== undefined && runner.gid !== undefined)
      chownSync(path, runner.uid, runner.gid);
  };
  const write = (path: string, content: string) => {
    writeFileSync(path, content, { mode: 0o600 });
    handOver(path);
  };
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { mode: 0o700 });
  handOver(temporary);
  const secrets = createSecrets();
  // initdb requires an empty folder, so the password file goes next to it.
  const passwordFile = `${temporary}.password`;
  try {
    write(passwordFile, secrets.superuserPassword);
    await initdb(binaries, runner, temporary, passwordFile);
    write(join(temporary, secretsName), JSON.stringify(secrets));
    renameSync(temporary, cluster);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // A concurrent start may have created the cluster first.
    if (!existsSync(cluster)) throw error;
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Removes the leftovers of killed processes. */
function removeUnfinished(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const match = /^postgres\.new-(\d+)$/.exec(name);
    if (match && !isAlive(Number(match[1])))
      rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}

async function initdb(
  binaries: Binaries,
  runner: Runner,
  folder: string,
  passwordFile: string,
): Promise<void> {
  // The built-in locale sorts the same on every machine; the C library's only classifies characters.
  const ctype = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';
  const args = [
    `--pgdata=${folder}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${ctype}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const child = spawnAs(runner, binaries.initdb, args, 'pipe');
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const cause = output.split('\n').filter((line) => /error|fatal|could not|no space/i.test(line));
  throw new EmbeddedError(
    'NOT_CREATED',
    `PostgreSQL could not create its data folder: ${cause.join(' ') || output.trim().slice(-300)}`,
  );
}

/** Throws an EmbeddedError if the cluster belongs to another user or version. */
export function requireCompatibleCluster(cluster: string): void {
  let version: string;
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch (cause) {
    const { uid } = statSync(cluster);
    const message = `The database in ${cluster} belongs to user ${uid} and cannot be read.`;
    throw new EmbeddedError('NOT_READABLE', message, { cause });
  }
  if (version === majorVersion) return;
  throw new EmbeddedError(
    'OTHER_VERSION',
    `The database in ${cluster} was created by PostgreSQL ${version}; this is ${majorVersion}.`,
  );
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
