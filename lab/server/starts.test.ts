/** Unsafe settings prevent the start, with an error that names the setting, the reason and an example. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { startTcpProxy } from '#lab/support/tcp-proxy.ts';
import packageJson from '#package' with { type: 'json' };
import { readBuildInfo } from '#server/build-info.ts';
import { createDatabase } from '#server/database/client.ts';
import { waitForDatabase } from '#server/database/connection.ts';
import { freshDatabase, query } from '#tests/support/database.ts';
import { createUser } from '#tests/support/factories.ts';
import { freePort, productionEnv, startProduct } from '#tests/support/product.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

type Env = Record<string, string | undefined>;

const started = 'It started.';

const ownUrl = await databaseForFile();

async function start(env: Env, databaseUrl = ownUrl): Promise<string> {
  try {
    const product = await startProduct({ databaseUrl, env });
    await product.stop();
    return started;
  } catch (error) {
    const { message } = error as Error;
    expect(message, 'no stack').not.toMatch(/\n\s+at \S/);
    return message;
  }
}

it('starts in production with an https BASE_URL, a strong secret and a mail server', async () => {
  expect(await start(productionEnv)).toBe(started);
});

it.each(['1', '2'])('writes only JSON in production, with %s processes', async (processes) => {
  const product = await startProduct({
    databaseUrl: ownUrl,
    env: { ...productionEnv, WEB_CONCURRENCY: processes },
  });
  expect(await product.stop()).toBe(0);
  const lines = product.log.split('\n').filter(Boolean);
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('process.ready');
});

it('logs as JSON why it does not start in production', async () => {
  const databaseUrl = new URL(ownUrl);
  databaseUrl.pathname = '/absent';
  const output = await start(productionEnv, databaseUrl.href);
  const lines = output.split('\n').slice(1).filter(Boolean);
  expect(lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      level: 'fatal',
      msg: 'process.exited',
      step: 'Connecting to the database',
      cause: expect.stringContaining('database "absent" does not exist'),
      hint: expect.stringContaining('DATABASE_URL'),
    }),
  );
});

it('logs the migrations that it applies', async () => {
  const empty = await freshDatabase();
  await query(empty.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
  const product = await startProduct({ databaseUrl: empty.url, env: productionEnv });
  await product.stop();
  expect(product.log).toMatch(/"migrations":\["\d+_first",.*"msg":"database.migrated"/);
  await empty.drop();
});

it('logs the version and the commit', async () => {
  const product = await startProduct({ databaseUrl: ownUrl, env: productionEnv });
  await product.stop();
  const [line = '{}'] = product.log.match(/\{"level.*"msg":"process.started"\}/) ?? [];
  expect(JSON.parse(line)).toMatchObject({
    version: packageJson.version,
    commit: readBuildInfo()?.commit,
    node: process.version,
  });
});

describe('the demo, where the code is always 000000', () => {
  it('refuses a database with real users, and leaves it unchanged', async () => {
    const real = await freshDatabase();
    const database = createDatabase(real.url);
    await createUser(database, { email: 'root@example.org', role: 'admin' });
    const output = await start({ DEMO: 'true' }, real.url);
    expect(output).toContain('DEMO must be false for this database');
    expect(output).not.toContain('root@example.org');
    expect(await database.user.count()).toBe(1);
    await database.$disconnect();
    await real.drop();
  });

  it('starts on an empty database, and again on the one it has filled', async () => {
    const empty = await freshDatabase();
    expect(await start({ DEMO: 'true' }, empty.url)).toBe(started);
    expect(await start({ DEMO: 'true' }, empty.url)).toBe(started);
    await empty.drop();
  });
});

describe('while the database is away', () => {
  async function proxied() {
    const url = new URL(ownUrl);
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    return { url: url.href, proxy };
  }

  it('waits for it in production, and says so every second', async () => {
    const { url, proxy } = await proxied();
    await proxy.setState('refuse');
    const starting = startProduct({ databaseUrl: url, env: productionEnv });
    setTimeout(() => void proxy.setState('pass'), 15_000);
    const product = await starting;
    await product.stop();
    const lines = product.log.match(/"reason":"The database at [^"]*","leftSeconds":\d+/g) ?? [];
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.length).toBeLessThan(20);
    await proxy.close();
  });

  it('gives up after a while, and at once if it rejects the connection', async () => {
    const log = pino({ level: 'silent' });
    const away = `postgresql://localhost:${await freePort()}/atrium`;
    await expect(waitForDatabase(away, log, 1_500)).rejects.toThrow(
      /^The database at localhost:\d+ does not answer: .*\(waited 2 s\)$/,
    );
    const { url, proxy } = await proxied();
    await proxy.setState('swallow');
    await expect(waitForDatabase(url, log, 1_500)).rejects.toThrow('does not answer');
    await proxy.close();
    const absent = new URL(ownUrl);
    absent.pathname = '/absent';
    const begin = performance.now();
    await expect(waitForDatabase(absent.href, log)).rejects.toThrow(
      'database "absent" does not exist',
    );
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

it('keeps the data folder and the secret in it from other users of the machine', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'atrium-start-')), 'data');
  const env = { AUTH_SECRET: undefined, DATA_DIR: folder };
  expect(await start(env)).toBe(started);
  expect((statSync(folder).mode & 0o777).toString(8)).toMatch(/^7[01][01]$/);
  expect((statSync(join(folder, 'auth-secret')).mode & 0o777).toString(8)).toBe('600');
  rmSync(dirname(folder), { recursive: true });
});
