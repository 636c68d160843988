/** Passwords and port of an embedded database, stored in its data folder. */

import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { EmbeddedError } from './errors.ts';

export type Secrets = { superuserPassword: string; password: string; port: number };

export const createSecrets = (): Secrets => ({
  superuserPassword: randomBytes(24).toString('base64url'),
  password: randomBytes(24).toString('base64url'),
  port: 0,
});

export function readSecrets(file: string): Secrets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (cause) {
    const message = `The password of the database cannot be read from ${file}.`;
    throw new EmbeddedError('PASSWORD_LOST', message, { cause });
  }
}

/** Returns the last port if it's still free. Otherwise finds a free one and stores it for the next start. */
export async function choosePort(file: string, secrets: Secrets): Promise<number> {
  const last = secrets.port ? await findFreePort(secrets.port) : undefined;
  const port = last ?? (await findFreePort(0)) ?? 0;
  if (port !== secrets.port) {
    secrets.port = port;
    replaceSecrets(file, secrets);
  }
  return port;
}

// Writes a temporary file and renames it, so that readers never see a partial file.
function replaceSecrets(file: string, secrets: Secrets): void {
  const { uid, gid } = statSync(file);
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(secrets), { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(next, uid, gid);
  else chmodSync(next, 0o600);
  renameSync(next, file);
}

export function findFreePort(wanted = 0): Promise<number | undefined> {
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
