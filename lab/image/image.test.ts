/** Builds the container image, starts it read-only and without root, and signs in. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { installPrograms, systemEnv } from '#lab/support/debian-packages.ts';
import { installDebianPostgres, startDebianPostgres } from '#lab/support/debian-postgres.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { listMigrations } from '#server/database/migrations/migrate.ts';
import { query } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, isReady, testSecret } from '#tests/support/product.ts';
import { createContainerTool } from './container-tool.ts';

/** What the image may add to its base. */
const maxAddedBytes = 250_000_000;
const admin = 'root@example.org';
const commit = '0123456789abcdef0123456789abcdef01234567';

const missing =
  installPrograms({ podman: 'podman', debootstrap: 'debootstrap' }) || installDebianPostgres();
if (missing) process.stderr.write(`The image is not tested. ${missing}\n`);

describe.skipIf(missing !== '')('the image', () => {
  const tool = createContainerTool();
  afterAll(() => tool.close());

  it('starts read-only and not as root, is healthy, and people sign in', async () => {
    const bases = tool.makeBases();
    const image = tool.build(bases, commit);
    const added = tool.sizeOf(image) - tool.sizeOf(bases.base);
    process.stdout.write(`The image adds ${Math.round(added / 1_000_000)} MB to its base.\n`);
    expect(added).toBeLessThanOrEqual(maxAddedBytes);

    const database = await startDebianPostgres();
    const mailbox = await startMailbox();
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const env = {
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: database.url,
      SMTP_URL: mailbox.url,
      AUTH_SECRET: testSecret,
      ADMIN_EMAILS: admin,
    };
    const inImage = (program: readonly string[]) => tool.commandIn(image, program, env);
    const run = (...program: string[]) => {
      const [file = '', ...args] = inImage(program);
      return spawnSync(file, args, { encoding: 'utf8', env: systemEnv, maxBuffer: 10_000_000 });
    };
    expect(run('id', '-u').stdout.trim()).toBe('10001');
    expect(run('touch', '/app/file').stderr).toContain('Read-only');
    expect(run('ls', '/app').stdout.split('\n')).not.toContain('node_modules');

    const { components } = JSON.parse(run('cat', '/app/sbom.cdx.json').stdout);
    const names = components.map(({ name }: { name: string }) => name);
    expect(names).toContain('graphql-yoga');
    expect(names).not.toContain('vitest');

    const { Entrypoint, Cmd, Labels } = tool.configOf(image);
    expect(Labels['org.opencontainers.image.revision']).toBe(commit);
    const command = (...given: string[]) => run(...Entrypoint, ...given);
    expect(JSON.parse(command('version').stdout)).toMatchObject({ commit });
    const newest = listMigrations().at(-1) ?? '';
    expect(command('migrate').stdout).toContain(newest);
    const markAs = (rolledBackAt: string) =>
      query(
        database.url,
        `UPDATE _prisma_migrations SET rolled_back_at = ${rolledBackAt} WHERE migration_name = '${newest}'`,
      );
    await markAs('now()');
    expect(command('migrate', '--plan')).toMatchObject({
      ...{ status: 0, stderr: '', stdout: expect.stringContaining(newest) },
    });
    await markAs('NULL');
    expect(command('admin', 'ada@example.org').stdout).toContain('was created');
    // The only folder that the image can write to here.
    const backups = `/dev/shm/atrium-image-${port}`;
    mkdirSync(backups);
    chownSync(backups, 10001, 10001);
    expect(run('sh', 'docs/examples/backup.sh', backups)).toMatchObject({ status: 0, stderr: '' });
    const [backup = ''] = readdirSync(backups);
    const restored = Object.assign(new URL(database.url), { pathname: 'restored' }).href;
    await query(database.url, 'CREATE DATABASE "restored"');
    const restore = [
      'pg_restore',
      '--exit-on-error',
      `--dbname=${restored}`,
      `${backups}/${backup}`,
    ];
    expect(run(...restore)).toMatchObject({ status: 0, stderr: '' });
    const emails = (url: string) => query(url, 'SELECT "email" FROM "user"');
    expect(await emails(restored)).toEqual(await emails(database.url));
    rmSync(backups, { recursive: true });

    const [file = '', ...args] = inImage([...Entrypoint, ...Cmd]);
    const product = spawn(file, args, { env: systemEnv, stdio: ['ignore', 'pipe', 'inherit'] });
    let log = '';
    product.stdout.on('data', (chunk) => (log += chunk));
    const ended = once(product, 'exit');
    try {
      await expect.poll(() => isReady(url), { timeout: 30_000 }).toBe(true);
      const client = await new HttpClient({ urls: [url], mailbox, admin }).signIn(admin);
      expect(await client.viewerId()).toMatch(/^usr_/);
      expect((await client.graphql('{ setup { commit } }')).data.setup).toEqual({ commit });
      expect((await client.fetch('/login')).status).toBe(200);
      const [, ...check] = tool.healthCheckOf(image);
      expect(run(...check).status).toBe(0);
      product.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      expect(run(...check).status).toBe(1);
    } catch (error) {
      throw new Error(log, { cause: error });
    } finally {
      product.kill('SIGKILL');
      await mailbox.close();
      await database.stop();
    }
  }, 900_000);
});
