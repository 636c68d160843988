import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '#lab/support/wait.ts';
import { freePort, isReady } from '#tests/support/product.ts';
import { childrenOf, findPostgresPid, isRunning, killAll } from './processes.ts';

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
  killAll([supervisor.pid, productOf(supervisor)]);
  killAll([postgresPid()]);
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

const productOf = ({ pid = 0 }: ChildProcess): number | undefined => childrenOf(pid)[0];
const postgresPid = () => findPostgresPid(dataDir);

const untilReady = () =>
  until('ready', () => isReady(`http://localhost:${port}`)).catch(({ message }: Error) => {
    throw new Error(`${message}\n${output}`);
  });

describe('npm start', () => {
  it('serves again after its product is killed, on the same PostgreSQL', async () => {
    start();
    await untilReady();
    const before = { product: productOf(supervisor), postgresPid: postgresPid() };
    killAll([before.product]);
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
    await until('the product ends', () => !isRunning(product), 100_000);
    await until('PostgreSQL ends', () => postgresPid() === undefined, 60_000);
  }, 180_000);

  it('leaves no PostgreSQL behind when it is killed together with its product', async () => {
    start();
    await untilReady();
    const product = productOf(supervisor);
    supervisor.kill('SIGKILL');
    killAll([product]);
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
      killAll([last]);
    }
    expect(await ended).toEqual([1, null]);
    expect(output).toContain('It crashed 5 times within a minute');
  }, 300_000);
});
