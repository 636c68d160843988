import { type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findBinaries } from '#server/database/embedded/binaries.ts';
import { startEmbedded } from '#server/database/embedded/embedded.ts';
import { spawnAs } from '#server/database/embedded/process.ts';
import { superuserClient } from '#server/database/embedded/provision.ts';
import { chooseRunner } from '#server/database/embedded/runner.ts';
import { readSecrets } from '#server/database/embedded/secrets.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { freePort } from './product.ts';

const settings = { fsync: 'off', shared_buffers: '32MB' };

async function copyCluster(cluster: string, copy: string): Promise<void> {
  const { superuserPassword: password, port } = readSecrets(cluster);
  const admin = superuserClient({ port, password });
  await admin.connect();
  await admin.query("SELECT pg_backup_start('standby', fast => true)");
  execFileSync('cp', ['-a', cluster, copy]);
  const { rows } = await admin.query('SELECT labelfile FROM pg_backup_stop(false)');
  await admin.end();
  rmSync(join(copy, 'postmaster.pid'));
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`;
  const files = {
    backup_label: rows[0].labelfile,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${source}'\n`,
  };
  const { uid, gid } = statSync(cluster);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(copy, name), text);
    if (process.getuid?.() === 0) chownSync(join(copy, name), uid, gid);
  }
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch {
      await sleep(50);
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new Error('The standby did not start.');
}

export type WithStandby = Awaited<ReturnType<typeof startWithStandby>>;

export async function startWithStandby() {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-standby-'));
  const primary = await startEmbedded({ dataDir, settings });
  await migrate(primary.url);
  const cluster = join(dataDir, 'postgres');
  const copy = join(dataDir, 'standby');
  await copyCluster(cluster, copy);
  const { postgres } = await findBinaries();
  const port = await freePort();
  const url = new URL(primary.url);
  url.port = String(port);
  const options = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const runner = chooseRunner([copy, postgres], statSync(copy));
  const child = spawnAs(runner, postgres, ['-D', copy, ...args], 'pipe');
  child.stdout?.resume();
  child.stderr?.resume();
  await untilAnswers(url.href, child);

  const control = superuserClient({ port, password: readSecrets(cluster).superuserPassword });
  control.on('error', () => {});
  await control.connect();
  const stopStandby = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  };
  return {
    url: primary.url,
    standbyUrl: url.href,
    /** Pauses or resumes WAL replay on the standby. */
    setReplay: (isOn: boolean) =>
      control.query(`SELECT pg_wal_replay_${isOn ? 'resume' : 'pause'}()`),
    stopStandby,
    async stop(): Promise<void> {
      await stopStandby();
      await control.end().catch(() => {});
      await primary.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
