/** A standby of an embedded PostgreSQL, for tests of programs that read from standbys. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { accepts, SafeClient } from './client.ts';
import type { Embedded } from './index.ts';
import { spawnAs } from './process.ts';
import { chooseRunner } from './runner.ts';
import { findFreePort } from './secrets.ts';
import { settingArgs } from './settings.ts';

/** Copies the data as a base backup. The embedded programs don't include pg_basebackup. */
async function copyCluster({ cluster, superuserUrl }: Embedded, copy: string): Promise<void> {
  const admin = new SafeClient({ connectionString: superuserUrl });
  await admin.connect();
  await admin.query("SELECT pg_backup_start('standby', fast => true)");
  execFileSync('cp', ['-a', cluster, copy]);
  const { rows } = await admin.query('SELECT labelfile FROM pg_backup_stop(false)');
  await admin.end();
  rmSync(join(copy, 'postmaster.pid'));
  const files = {
    backup_label: rows[0].labelfile,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = '${superuserUrl}'\n`,
  };
  const { uid, gid } = statSync(cluster);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(copy, name), text);
    if (process.getuid?.() === 0) chownSync(join(copy, name), uid, gid);
  }
}

export type Standby = Awaited<ReturnType<typeof startStandby>>;

/** Starts a standby that follows `primary`. Its data is in the same folder and deleted by `stop`. */
export async function startStandby(primary: Embedded, settings: Record<string, string> = {}) {
  const port = (await findFreePort()) ?? 0;
  const copy = `${primary.cluster}.standby-${port}`;
  await copyCluster(primary, copy);
  const { postgres } = await findBinaries();
  const runner = chooseRunner([copy, postgres], statSync(copy));
  const child = spawnAs(runner, postgres, ['-D', copy, ...settingArgs(port, settings)], 'pipe');
  child.stdout?.resume();
  child.stderr?.resume();
  const [url, superuserUrl] = [primary.url, primary.superuserUrl].map((of) => {
    const own = new URL(of);
    own.port = String(port);
    return own.href;
  }) as [string, string];
  while (!(await accepts(url))) {
    if (child.exitCode !== null) throw new Error('The standby did not start.');
    await sleep(50);
  }
  const control = new SafeClient({ connectionString: superuserUrl });
  await control.connect();
  return {
    url,
    /** Pauses or resumes the replay of changes. */
    async setReplay(isOn: boolean): Promise<void> {
      await control.query(`SELECT pg_wal_replay_${isOn ? 'resume' : 'pause'}()`);
    },
    async stop(): Promise<void> {
      await control.end().catch(() => {});
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGQUIT');
        await ended;
      }
      rmSync(copy, { recursive: true, force: true });
    },
  };
}
