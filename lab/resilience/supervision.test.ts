import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freePort } from '#tests/support/product.ts';
import { prove } from '#tests/support/promises.ts';

const root = join(import.meta.dirname, '..', '..');
const port = await freePort();
let dataDir: string;
let supervisor: ChildProcess;
let output = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-supervision-'));
  output = '';
});
afterEach(() => {
  for (const pid of [supervisor.pid, productOf(supervisor)]) kill(pid);
  kill(postgresPid());
  rmSync(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string> = {}): void {
  const { PATH, HOME, TMPDIR } = process.env;
  supervisor = spawn(process.execPath, [join(root, 'scripts', 'bootstrap.mjs'), 'start'], {
    env: { PATH, HOME, TMPDIR, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  supervisor.stdout?.on('data', (chunk) => (output += chunk));
  supervisor.stderr?.on('data', (chunk) => (output += chunk));
}

function kill(pid: number | undefined): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already exited.
  }
}

function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z]/.test(stdout.trim());
}

function productOf({ pid }: ChildProcess): number | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return Number(stdout.trim().split(/\s+/)[0]) || undefined;
}

function postgresPid(): number | undefined {
  try {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function until(what: string, isSo: () => Promise<boolean> | boolean, timeout: number) {
  const begin = Date.now();
  while (!(await isSo())) {
    if (Date.now() - begin > timeout) throw new Error(`never happened: ${what}\n${output}`);
    await pause(50);
  }
  return Date.now() - begin;
}

const isReady = () =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const untilReady = (timeout = 120_000) => until('ready', isReady, timeout);

describe('npm start', () => {
  it('serves again after its product is killed, on the same PostgreSQL', async ({ task }) => {
    prove(
      task,
      'production',
      '`npm start` builds what is out of date, starts the server and restarts it after a crash.',
    );
    start();
    await untilReady();
    const before = { product: productOf(supervisor), postgresPid: postgresPid() };
    kill(before.product);
    await until(
      'replaced',
      () => {
        const product = productOf(supervisor);
        return product !== undefined && product !== before.product;
      },
      60_000,
    );
    await untilReady();
    expect(output).toContain('It crashed (SIGKILL) and is started again');
    expect(productOf(supervisor)).not.toBe(before.product);
    expect(postgresPid()).toBe(before.postgresPid);

    supervisor.kill('SIGTERM');
    expect(await once(supervisor, 'exit')).toEqual([0, null]);
    expect(postgresPid()).toBeUndefined();
  }, 180_000);

  it('leaves nothing behind when it is killed', async () => {
    start();
    await untilReady();
    const product = productOf(supervisor) ?? 0;
    supervisor.kill('SIGKILL');
    await until('the product ends', () => !isAlive(product), 100_000);
    await until('PostgreSQL ends', () => postgresPid() === undefined, 60_000);
  }, 180_000);

  it('leaves no PostgreSQL behind when it is killed together with its product', async () => {
    start();
    await untilReady();
    const product = productOf(supervisor);
    supervisor.kill('SIGKILL');
    kill(product);
    expect(postgresPid()).toBeDefined();
    await until('PostgreSQL ends', () => postgresPid() === undefined, 100_000);
  }, 180_000);

  it('is not started again after a failure that has to be corrected', async () => {
    start({ PORT: 'none' });
    expect(await once(supervisor, 'exit')).toEqual([1, null]);
    expect(output).toContain('PORT');
    expect(output).not.toContain('started again');
  }, 120_000);

  it('gives up after five crashes within a minute, and says so', async () => {
    start();
    const ended = once(supervisor, 'exit');
    let last: number | undefined;
    for (let crash = 0; crash < 5; crash += 1) {
      await until('started', () => ![undefined, last].includes(productOf(supervisor)), 120_000);
      last = productOf(supervisor);
      kill(last);
    }
    expect(await ended).toEqual([1, null]);
    expect(output).toContain('It crashed 5 times within a minute');
  }, 300_000);
});
