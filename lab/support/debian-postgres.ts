/** Debian's PostgreSQL, which its client programs can dump. The embedded server may be newer, and comes without them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { query } from '#tests/support/database.ts';
import { freePort } from '#tests/support/product.ts';
import { installPrograms, systemEnv } from './debian-packages.ts';

/** The missing programs, or an empty string. */
export const installDebianPostgres = (): string =>
  installPrograms({
    '/usr/lib/postgresql/15/bin/postgres': 'postgresql',
    pg_virtualenv: 'postgresql',
    pg_dump: 'postgresql',
    psql: 'postgresql',
  });

export type DebianPostgres = { url: string; superuserUrl: string; stop(): Promise<void> };

/** Starts it with an empty database, whose owner is no superuser but may create others. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const script = 'echo "url=postgresql://postgres:$PGPASSWORD@127.0.0.1:$PGPORT/postgres"; cat';
  // Products that an aborted test has left behind must not connect to the next one.
  const settings = ['-t', '-o', 'fsync=off', '-c', `--port=${await freePort()}`];
  const server = spawn('pg_virtualenv', [...settings, 'sh', '-c', script], {
    env: systemEnv,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  let started: string | undefined;
  for await (const line of createInterface(server.stdout)) {
    if (line.startsWith('url=')) started = line.slice('url='.length);
    if (started) break;
  }
  if (!started) throw new Error('PostgreSQL did not start.');
  server.stdout.resume();
  await query(started, `CREATE ROLE owner LOGIN CREATEDB PASSWORD 'owner'`);
  await query(started, 'CREATE DATABASE atrium OWNER owner');
  const url = new URL(started);
  url.pathname = '/atrium';
  const superuserUrl = url.href;
  url.username = 'owner';
  url.password = 'owner';
  return {
    url: url.href,
    superuserUrl,
    async stop() {
      server.stdin.end();
      await ended;
    },
  };
}
