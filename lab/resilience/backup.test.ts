/** Follows the guide for backups: a running product is backed up and restored into an empty database. */
import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemEnv } from '#lab/support/debian-packages.ts';
import {
  type DebianPostgres,
  installDebianPostgres,
  startDebianPostgres,
} from '#lab/support/debian-postgres.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { root } from '#scripts/lib/task.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { query } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { admin } from './context.ts';
import { type Block, blocksOf, runBlock } from './guides/blocks.ts';

const missing = installDebianPostgres();
const folder = mkdtempSync(join(tmpdir(), 'atrium-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** By table, its rows and a digest of them. */
async function contents(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const entries = tables.map(async ({ name }) => {
    const [row] = await query<{ digest: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest FROM "${name}" t`,
    );
    return [name, row?.digest ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

describe.skipIf(missing)('a backup', { timeout: 300_000 }, () => {
  const blocks = blocksOf('back-up.md').map(({ text, ...block }) => ({
    ...block,
    text: text.replaceAll(/\bbackups\b/g, join(folder, 'backups')),
  })) as [Block, Block, Block];
  const [write, restore] = blocks;
  let postgres: DebianPostgres;
  let product: Product | undefined;
  let person: HttpClient;
  let before: Record<string, string>;
  const run = (block: Block, besides = {}) => {
    const { hostname, port, username, password } = new URL(postgres.url);
    const env = {
      ...{ PATH: systemEnv.PATH, HOME: process.env.HOME ?? '', TEXTFILES: folder },
      ...{ PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password },
      ...{ DATABASE_URL: postgres.url, ...besides },
    };
    return runBlock(block, { folder: root, env: env as Record<string, string> });
  };
  const urlOf = (name: string) => Object.assign(new URL(postgres.url), { pathname: name }).href;
  const files = () =>
    readdirSync(join(folder, 'backups')).map((name) => join(folder, 'backups', name));

  /** Restored databases have a mailbox of their own. */
  async function start(databaseUrl: string, secret?: string) {
    await stop();
    const mailbox = await startMailbox();
    const env = { ADMIN_EMAILS: admin, ...(secret && { AUTH_SECRET: secret }) };
    product = await startProduct({ databaseUrl, smtpUrl: mailbox.url, env });
    return { mailbox, target: { urls: [product.url], mailbox, admin } };
  }
  async function stop(): Promise<void> {
    await product?.stop();
    product = undefined;
  }

  beforeAll(async () => {
    postgres = await startDebianPostgres();
    const { mailbox, target } = await start(postgres.url);
    person = await new HttpClient(target).signIn(admin);
    await query(
      postgres.url,
      `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
       SELECT 'repo_' || lpad(i::text, 26, '0'), 'Élan ' || i, 'https://git.example.com/' || i,
         E'a\\tb\\\\N\\n\\\\.\\nc مستودع 🌱 "''$$' || repeat(md5(i::text), 20), now()
       FROM generate_series(1, 2000) i`,
    );
    await mailbox.close();
    await person.copy().requestCode('queued@example.org');
    before = await contents(postgres.url);
  });
  afterAll(async () => {
    await stop();
    await postgres?.stop();
  });

  it('is written while the product serves, and recorded', async () => {
    const failed = run(write, { DATABASE_URL: urlOf('missing') });
    await expect(failed).rejects.toThrow('"missing" does not exist');
    expect(readdirSync(folder)).toEqual(['backups']);
    const old = join(folder, 'backups', '2020-01-01-010203.dump');
    const foreign = join(folder, 'backups', 'foreign.dump.sql');
    for (const path of [old, foreign]) {
      writeFileSync(path, '');
      utimesSync(path, 0, 0);
    }

    await run(write);
    // Fails unless it is there.
    rmSync(foreign);
    const [file = '', ...others] = files();
    expect(others).toEqual([]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { data } = await person.graphql('{ system { lastBackup { finishedAt sizeBytes } } }');
    const { finishedAt, sizeBytes } = data.system.lastBackup;
    expect(sizeBytes).toBe(statSync(file).size);
    const metric = readFileSync(join(folder, 'atrium-backup.prom'), 'utf8');
    expect(metric).toMatch(/^backup_last_success_timestamp_seconds\{database="atrium"\} \d+\n$/);
    for (const written of [Date.parse(finishedAt), Number(/\d+$/m.exec(metric)) * 1_000]) {
      expect(Math.abs(Date.now() - written)).toBeLessThan(60_000);
    }
    await stop();
  });

  it('is restored with every row of every table, sends nothing, and people sign in', async () => {
    const queued = `SELECT "state", "payload" IS NULL AS "isEmpty" FROM "mail" WHERE "to" = 'queued@example.org'`;
    expect(await query(postgres.url, queued)).toEqual([{ state: 'pending', isEmpty: false }]);
    expect(await run(restore)).toContain('nothing is pending');
    const restored = urlOf('atrium_restored');
    const after = await contents(restored);
    // The guide discards queued emails.
    expect({ ...after, mail: '' }).toEqual({ ...before, mail: '' });
    expect(after.mail).toMatch(/^2 /);
    expect(await query(restored, queued)).toEqual([{ state: 'expired', isEmpty: true }]);

    const { mailbox, target } = await start(restored);
    const same = new HttpClient(target, { jar: new Map(person.jar) });
    expect(await same.viewerId()).toMatch(/^usr_/);
    const found = '{ repositories(searchTerm: "elan 1999") { nodes { name } } }';
    expect((await same.graphql(found)).data.repositories.nodes).toEqual([{ name: 'Élan 1999' }]);
    await new HttpClient(target).signIn(admin);
    expect(mailbox.messages.map(({ to }) => to)).not.toContain('queued@example.org');
    await stop();
    await mailbox.close();
  });

  it('is no longer the original with a secret of its own', async () => {
    const { mailbox, target } = await start(
      urlOf('atrium_restored'),
      'another secret for tests, of more than 32 characters',
    );
    expect(await new HttpClient(target, { jar: new Map(person.jar) }).viewerId()).toBeNull();
    expect(await (await new HttpClient(target).signIn(admin)).viewerId()).toMatch(/^usr_/);
    await stop();
    await mailbox.close();
    await run(blocks[2]);
    await expect(query(urlOf('atrium_restored'), 'SELECT')).rejects.toThrow('does not exist');
  });

  it.for<[string, (file: Buffer) => Buffer]>([
    ['is cut off', (file) => file.subarray(0, file.length - 2_000)],
    ['has changed bits', (file) => Buffer.from(file).fill(0, 100_000, 100_100)],
  ])('restores nothing where the file %s', async ([, change]) => {
    const [file = ''] = files();
    const intact = readFileSync(file);
    writeFileSync(file, change(intact));
    await expect(run(restore)).rejects.toThrow('pg_restore: error');
    expect(await contents(urlOf('atrium_restored'))).toEqual({});
    writeFileSync(file, intact);
    await query(postgres.url, 'DROP DATABASE "atrium_restored"');
  });
});

it('the folder of the embedded PostgreSQL can be copied', async () => {
  const dataDir = join(folder, 'data');
  const original = await startEmbedded({ dataDir });
  await query(original.url, `CREATE TABLE "kept" AS SELECT 'yes' AS "row"`);
  await original.stop();
  const copy = join(folder, 'copy');
  execFileSync('cp', ['-a', dataDir, copy]);
  rmSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', copy, dataDir]);
  const restored = await startEmbedded({ dataDir });
  expect(await query(restored.url, 'TABLE "kept"')).toEqual([{ row: 'yes' }]);
  await restored.stop();
});
