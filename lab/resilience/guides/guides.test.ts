/**
 * Follows the guides of operators from the last release to the present version: each of their blocks is run as it is
 * written, in order, or has a reason here why it is not.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyCheckout } from '#lab/support/checkout-copy.ts';
import { systemEnv } from '#lab/support/debian-packages.ts';
import {
  type DebianPostgres,
  installDebianPostgres,
  startDebianPostgres,
} from '#lab/support/debian-postgres.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { lastRelease, run } from '#lab/support/last-release.ts';
import { root } from '#scripts/lib/task.ts';
import { listMigrations } from '#server/database/migrations/migrate.ts';
import { query } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct, testSecret } from '#tests/support/product.ts';
import { type Block, blocksOf, runBlock, type Shell, startBlock } from './blocks.ts';

/** Why blocks are not run, by how they begin. */
const reasons: Record<string, string> = {
  'docker build -t atrium ': 'lab/image builds the image and starts it.',
  'docker run --rm --env-file atrium.env --user ': 'lab/image runs the commands of the image.',
};
const unused = new Set(Object.keys(reasons));

function hasReason({ text }: Block): boolean {
  const found = Object.keys(reasons).find((begin) => text.startsWith(begin));
  if (found) unused.delete(found);
  return found !== undefined;
}

const admin = 'admin@example.org';
const programs = installDebianPostgres();
const missing = 'missing' in lastRelease ? lastRelease.missing : programs;
if (missing) process.stderr.write(`The guides are not followed: ${missing}\n`);

let origin: ReturnType<typeof copyCheckout> | undefined;
let shell: Shell;
let database: DebianPostgres;
let mailbox: Mailbox;
let before: Product;
let after: Awaited<ReturnType<typeof startBlock>> | undefined;
let client: HttpClient;
const parent = mkdtempSync(join(tmpdir(), 'atrium-guides-'));

const tables = ['user', 'repository', 'session', 'account_event'];
async function countRows(url: string): Promise<Record<string, number>> {
  const columns = tables.map((table) => `(SELECT count(*)::int FROM "${table}") AS "${table}"`);
  const [row] = await query<Record<string, number>>(url, `SELECT ${columns.join(', ')}`);
  return row ?? {};
}

/** A checkout of the release, whose origin has the present version, and everything an operator has set. */
async function prepare(commit: string): Promise<void> {
  origin = copyCheckout();
  origin.git('checkout', '--quiet', '-B', 'main');
  const folder = join(parent, 'atrium');
  run(parent, 'git', ['clone', '--quiet', '--branch', 'main', origin.folder, folder]);
  run(folder, 'git', ['reset', '--quiet', '--hard', commit]);

  database = await startDebianPostgres();
  mailbox = await startMailbox();
  const port = await freePort();
  shell = {
    folder,
    env: {
      PATH: systemEnv.PATH,
      HOME: process.env.HOME ?? '',
      npm_config_prefer_offline: 'true',
      NODE_ENV: 'production',
      BASE_URL: `http://localhost:${port}`,
      PORT: String(port),
      DATABASE_URL: database.url,
      // What the guide does “as a superuser”.
      SUPERUSER_URL: database.superuserUrl,
      SMTP_URL: mailbox.url,
      AUTH_SECRET: testSecret,
      ADMIN_EMAILS: admin,
      DRAIN_SECONDS: '0',
    },
  };
  const prepared = {
    name: 'The release',
    language: 'sh',
    text: 'npm run build; env -u NODE_ENV npm run db:seed',
  };
  await runBlock(prepared, shell);
  before = await startProduct({
    databaseUrl: database.url,
    smtpUrl: mailbox.url,
    port,
    program: relative(root, join(folder, 'dist', 'server', 'main.js')),
    env: shell.env,
  });
  client = await new HttpClient({ urls: [before.url], mailbox, admin }).signIn(admin);
}

/** Runs the blocks of a guide and returns what they printed. */
async function follow(guide: string, onBlock: (block: Block) => unknown = () => {}) {
  const printed: string[] = [];
  for (const block of blocksOf(guide)) {
    if (hasReason(block)) continue;
    await onBlock(block);
    if (/^npm start\b/m.test(block.text)) after = await startBlock(block, shell);
    else printed.push(await runBlock(block, shell));
  }
  return printed.join('\n');
}

describe.skipIf(missing)('from the last release, the blocks of', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    if (!('missing' in lastRelease)) await prepare(lastRelease.commit);
  }, 600_000);
  afterAll(async () => {
    await after?.stop();
    await before?.stop();
    await mailbox?.close();
    await database?.stop();
    rmSync(parent, { recursive: true, force: true });
    origin?.remove();
    // Removing the packages takes a minute on a busy machine.
  }, 600_000);

  it('upgrade.md', async () => {
    const old = listMigrations(join(shell.folder, 'prisma', 'migrations'));
    let rows: Record<string, number> = {};
    const viewer = await client.viewerId();
    async function expectService(): Promise<void> {
      expect(await client.viewerId()).toBe(viewer);
      const other = new HttpClient(client.target);
      const page = await other.fetch('/login');
      const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(page.text) ?? [];
      expect((await other.fetch(script)).status, script).toBe(200);
      await other.signIn(admin);
    }
    const printed = await follow('upgrade.md', async ({ text }) => {
      if (!text.startsWith('npm start')) return;
      // The previous version has served until now.
      await expectService();
      rows = await countRows(database.url);
      expect(await before.stop()).toBe(0);
    });
    expect(await countRows(database.url)).toEqual(rows);
    await expectService();
    for (const name of listMigrations()) {
      expect(printed.includes(name), name).toBe(!old.includes(name));
    }
    const { data } = await client.graphql('{ setup { commit } }');
    expect(data.setup.commit).toBe(String(run(shell.folder, 'git', ['rev-parse', 'HEAD'])).trim());
    expect(printed).not.toContain('Installing packages');
    expect(after?.output()).not.toMatch(/"msg":"[\w.]*failed"/);
  });

  it('production.md', async () => {
    await follow('production.md');
  });

  it('others have a reason that still applies', () => {
    expect([...unused]).toEqual([]);
  });
});
