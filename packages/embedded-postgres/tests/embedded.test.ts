import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '@atrium/embedded-postgres';
import { EmbeddedError } from '@atrium/embedded-postgres/errors';
import { Client } from 'pg';
import { afterAll, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = { fsync: 'off', shared_buffers: '16MB' };
const start = (dataDir: string, options: { exclusive?: boolean } = {}) =>
  startEmbedded({ dataDir: join(folder, dataDir), name: 'shop', settings, ...options });

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const program = `import { startEmbedded } from '@atrium/embedded-postgres';
const { url } = await startEmbedded({ dataDir: process.argv[1], name: 'shop', settings: ${JSON.stringify(settings)} });
process.stdout.write(url);
setInterval(() => {}, 1_000);`;

async function startProgram(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const args = ['--input-type=module', '--eval', program, join(folder, dataDir)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url) };
}

const answers = (url: string) =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

it.concurrent('keeps its data, for a role that is no superuser', async ({ expect }) => {
  const first = await start('kept');
  await query(first.url, 'CREATE TABLE "book" AS SELECT 42 AS "pages"');
  const [role] = await query(first.url, 'SELECT "usesuper" FROM pg_user WHERE "usename" = user');
  expect(role).toEqual({ usesuper: false });
  const [admin] = await query(first.superuserUrl, 'SELECT user AS "name"');
  expect(admin).toEqual({ name: 'postgres' });
  await first.stop();
  expect(await answers(first.url)).toBe(false);

  const second = await start('kept');
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'SELECT * FROM "book"')).toEqual([{ pages: 42 }]);
  await second.stop();
});

it.concurrent('serves one program, and tasks beside it', async ({ expect }) => {
  const postgres = await start('shared');
  const other = await start('shared').catch((error: unknown) => error);
  expect(other).toBeInstanceOf(EmbeddedError);
  expect(other).toMatchObject({
    code: 'IN_USE',
    message: `Another instance (process ${process.pid}) is using ${join(folder, 'shared')}.`,
  });
  const task = await start('shared', { exclusive: false });
  expect(task).toMatchObject({ adopted: true, url: postgres.url });
  await task.stop();
  expect(await answers(postgres.url)).toBe(true);
  await postgres.stop();
  expect(await answers(postgres.url)).toBe(false);
});

it.concurrent('starts PostgreSQL again after a crash', async ({ expect }) => {
  const postgres = await start('crashed');
  const { pid = 0 } = postgres;
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => answers(postgres.url), { timeout: 60_000 }).toBe(true);
  expect(postgres.pid).not.toBe(pid);
  await postgres.stop();
});

it.concurrent('stops PostgreSQL after its program was killed', async ({ expect }) => {
  const { child, url } = await startProgram('killed');
  expect(await answers(url)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => answers(url), { timeout: 60_000, interval: 500 }).toBe(false);
});

it.concurrent('says why data cannot be used', async ({ expect }) => {
  const postgres = await start('unusable');
  await postgres.stop();
  writeFileSync(join(postgres.cluster, 'shop.json'), '');
  await expect(start('unusable')).rejects.toMatchObject({ code: 'PASSWORD_LOST' });
  writeFileSync(join(postgres.cluster, 'PG_VERSION'), '12\n');
  await expect(start('unusable')).rejects.toMatchObject({
    code: 'OTHER_VERSION',
    message: expect.stringContaining('was created by PostgreSQL 12'),
  });
});
