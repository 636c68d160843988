/** The program of the container image, from the bundle. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import packageJson from '#package' with { type: 'json' };
import { emptyDatabase, query } from '#tests/support/database.ts';
import { productionEnv } from '#tests/support/product.ts';

const database = await emptyDatabase();
const folder = mkdtempSync(join(tmpdir(), 'cli-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const program = join(import.meta.dirname, '../../dist/server/cli.js');
/** As in the image. Commands that need the database only require no other setting. */
const env = { NODE_ENV: 'production', DATABASE_URL: database.url };

function run(args: string[], besides: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { ...env, ...besides },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const countUsers = async () =>
  (await query<{ count: number }>(database.url, 'SELECT count(*)::int AS count FROM "user"'))[0]
    ?.count;

it('lists migrations and applies them, and adds an admin', async () => {
  expect(run(['migrate', '--plan']).stdout).toMatch(/^ *\d{14}_\w+$/m);
  expect(run(['migrate']).stdout).toMatch(/^ *\d{14}_\w+$/m);
  expect(run(['migrate', '--plan']).stdout).toContain('nothing is pending');
  expect(run(['migrate']).stdout).toContain('nothing was pending');
  expect(run(['admin', 'ada@example.com'], productionEnv).stdout).toContain('was created');
  expect(await countUsers()).toBe(1);
});

it('names its version, and its commands', () => {
  const version = JSON.parse(run(['version']).stdout);
  expect(version).toMatchObject({ version: packageJson.version });
  expect(Date.parse(version.builtAt)).toBeGreaterThan(0);
  const { status, stderr } = run(['toString']);
  expect(status).toBe(1);
  expect(stderr).toContain('Commands: start, migrate, admin, version.');
});

it.each(['backup', 'restore'])('says what replaces %s', (name) => {
  const { status, stderr } = run([name, 'one.sql.gz']);
  expect(status).toBe(1);
  expect(stderr).toContain('Use pg_dump and pg_restore: docs/guides/back-up.md.');
});
