import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Machines } from './machines.ts';

const root = join(import.meta.dirname, '..', '..');
const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1_000));

/** Longer than Patroni waits before it promotes a standby. */
const partitionSeconds = 35;

/** Long enough that another node takes over and acknowledges writes before the former primary goes on. */
const pauseSeconds = 60;

/** Simulates the next version: the same program with two more migrations. Returns its folder. */
function makeNextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-next-'));
  for (const name of ['dist', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  for (const name of ['docs', 'shared', 'node_modules']) {
    symlinkSync(join(root, name), join(folder, name));
  }
  const migrations = join(folder, 'prisma', 'migrations');
  cpSync(join(root, 'prisma', 'migrations'), migrations, { recursive: true });
  const scripts = {
    '20990101000000_expand': 'ALTER TABLE "repository" ADD COLUMN "next" TEXT;',
    '20990101000001_index':
      'CREATE INDEX CONCURRENTLY "repository_next_idx" ON "repository"("next");',
  };
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(migrations, name));
    writeFileSync(join(migrations, name, 'migration.sql'), script);
  }
  return folder;
}

const complaintsIn = (log: string) =>
  log.split('\n').filter((line) => /"level":"(error|fatal)"|"msg":"[\w.]*failed"/.test(line));

/** What people noticed of a fault. */
export type Row = {
  title: string;
  gap: number;
  requests: number;
  failed: number;
  failedReads: number;
  kinds: string;
  lost: number;
};

export type Fault = {
  title: string;
  happen(machines: Machines): Promise<void>;
  /** Required besides that nothing acknowledged is lost. */
  isFine?(row: Row): boolean;
};

const pausePrimary = (title: string, isPostgresPaused: boolean): Fault => ({
  title,
  async happen({ primary, untilComplete }) {
    const first = await primary();
    await first.pause(pauseSeconds, { isPostgresPaused });
    await pause(2);
    await untilComplete();
  },
});

export const pausedPrimary = pausePrimary('the primary is paused', true);
export const hangingPatroni = pausePrimary("the primary's Patroni hangs", false);

export const faults: readonly Fault[] = [
  {
    title: 'kill -9 of an instance',
    async happen({ instances, startInstance }) {
      await instances[0]?.stop('SIGKILL');
      await pause(2);
      instances[0] = await startInstance(0);
      await pause(2);
    },
  },
  {
    title: 'kill -9 of PgBouncer',
    async happen({ killPool }) {
      await killPool();
      await pause(4);
    },
  },
  {
    title: 'kill -9 of a replica',
    isFine: ({ failedReads }) => failedReads === 0,
    async happen({ nodes, primary, untilComplete }) {
      const first = await primary();
      const replica = nodes.find((node) => node !== first);
      await replica?.kill();
      await pause(8);
      replica?.start();
      await untilComplete();
    },
  },
  {
    title: 'kill -9 of the primary',
    async happen({ nodes, primary, untilComplete }) {
      const first = await primary();
      await first.kill();
      await pause(2);
      while (
        (await Promise.all(nodes.map((node) => node.role()))).every((role) => role !== 'primary')
      ) {
        await pause(0.2);
      }
      first.start();
      await untilComplete();
    },
  },
  {
    title: "kill -9 of the primary's PostgreSQL",
    async happen({ primary, untilComplete }) {
      (await primary()).killPostgres();
      // Patroni notices, starts it again and chooses a synchronous standby. No standby could take over before.
      await pause(15);
      await untilComplete();
    },
  },
  {
    title: 'the primary is cut off',
    async happen({ primary, untilComplete }) {
      const first = await primary();
      await first.setNetwork('swallow');
      await pause(partitionSeconds);
      await first.setNetwork('pass');
      await pause(2);
      await untilComplete();
    },
  },
  pausedPrimary,
  {
    title: 'rolling upgrade with a migration',
    async happen({ instances, startInstance, query }) {
      const folder = makeNextVersion();
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      const program = relative(root, join(folder, 'dist', 'server', 'main.js'));
      await instances[0]?.stop();
      instances[0] = await startInstance(0, program);
      // The old version must also be able to start on the new schema: startup deletes old rows.
      await instances[1]?.stop();
      const old = await startInstance(1);
      instances[1] = old;
      await pause(3);
      const complaints = complaintsIn(old.log);
      if (complaints.length > 0) throw new Error(`The old version: ${complaints.join('\n')}`);
      await old.stop();
      instances[1] = await startInstance(1, program);
      await pause(1);
      const found = await query(
        `SELECT indisvalid::text AS valid FROM pg_index WHERE indexrelid = '"repository_next_idx"'::regclass`,
      );
      if (found[0]?.valid !== 'true') throw new Error('The migration was not applied.');
    },
  },
];
