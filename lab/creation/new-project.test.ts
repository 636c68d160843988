/** Creates a project from the packed package, as people get it from a registry. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { outerEnv } from '#lab/clients/packages.ts';
import { root, runNode } from '#scripts/lib/task.ts';
import { formerTables } from '#tests/support/database.ts';
import { freePort, isReady } from '#tests/support/product.ts';

const parent = mkdtempSync(join(tmpdir(), 'new-project-'));
const project = join(parent, 'beacon-hill');
let product: ChildProcess | undefined;

async function stop(): Promise<void> {
  if (!product || product.exitCode !== null) return;
  const ended = new Promise((resolve) => product?.once('exit', resolve));
  product.kill();
  await ended;
}

// On a busy disk, the packages of a project take minutes to remove.
afterAll(async () => {
  await stop();
  rmSync(parent, { recursive: true, force: true });
}, 900_000);

const npm = (...args: string[]) =>
  execFileSync('npm', args, { cwd: parent, encoding: 'utf8', stdio: 'pipe' });

/** `runNode` would pass on what isn't the project's. */
const unset = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));
const env = {
  ...unset,
  ...outerEnv,
  CI: undefined,
  npm_config_user_agent: 'npm/10.0.0',
} as NodeJS.ProcessEnv;

async function start(url: string): Promise<void> {
  product = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: project,
    env: { ...env, PORT: new URL(url).port },
    stdio: 'ignore',
  });
  await expect.poll(() => isReady(url), { timeout: 300_000, interval: 500 }).toBe(true);
}

async function createOrganization(origin: string): Promise<unknown> {
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify(body),
    });
  const { headers } = await post('/api/auth/sign-in/sample', { role: 'user' });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const query =
    'mutation { createOrganization(input: { name: "Guild", slug: "guild" }) { errors { code } } }';
  return (await post('/api/graphql', { query }, cookies.join('; '))).json();
}

/** What the project's recipes add and patch, in the order of the list in their README. */
function recipeCommands(): { name: string; commands: string }[] {
  const read = (name: string) => readFileSync(join(project, 'docs', 'recipes', name), 'utf8');
  const listed = [...read('README.md').matchAll(/^\d+\. \[.*?\]\((.*?)\)/gm)];
  return ['README.md', ...listed.map(([, name = '']) => name)].map((name) => {
    const changing = read(name).matchAll(/^(?:npm run add|git apply|cp -r) .*$/gm);
    return { name, commands: [...changing].join('\n') };
  });
}

it('refuses a folder that holds files before it asks anything', async () => {
  const created = await runNode(['scripts/new.ts', root, '--without', 'nothing-like-this']);
  expect(created.code).toBe(1);
  expect(created.output).toContain('is not empty. Choose a new folder.');
});

it('becomes a product with its own name, without what it does not need', {
  timeout: 2_400_000,
}, async () => {
  const begin = performance.now();
  npm('pack', '--silent', '--pack-destination', parent, join(root, 'packages', 'create-project'));
  const [tarball = ''] = readdirSync(parent).filter((name) => name.endsWith('.tgz'));
  npm('install', '--silent', '--no-audit', '--prefix', join(parent, 'tool'), join(parent, tarball));
  const command = join(parent, 'tool', 'node_modules', '.bin', 'create-atrium');
  const args = ['beacon-hill', '--yes', '--without', 'captcha', '--languages', 'en,fr'];
  const created = await runNode([command, ...args], { cwd: parent, env });
  expect(created.code, created.output).toBe(0);

  const url = `http://localhost:${await freePort()}`;
  await start(url);
  const login = await (await fetch(`${url}/login`)).text();
  expect(login).toContain('Beacon Hill');
  const minutes = (performance.now() - begin) / 60_000;
  process.stdout.write(`From the package to the sign-in page: ${minutes.toFixed(1)} minutes\n`);

  const read = (path: string) => readFileSync(join(project, path), 'utf8');
  expect(readdirSync(join(project, 'shared', 'locales')).sort()).not.toContain('ar');
  expect(read('package.json')).toContain('"version": "0.1.0"');
  expect(readdirSync(project)).not.toContain('lab');
  expect(readdirSync(join(project, 'server'))).not.toContain('accelerate.ts');
  expect(read('package.json')).not.toMatch(/\blab\b|autocannon/);
  const migrations = readdirSync(join(project, 'prisma', 'migrations'));
  const [migration = '', ...others] = migrations.filter((name) => /^\d/.test(name));
  expect(others).toEqual([]);
  const sql = read(join('prisma', 'migrations', migration, 'migration.sql'));
  for (const former of formerTables) expect(sql).not.toContain(former);
  expect(read('prisma/schema.prisma')).not.toContain('Unused since');
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: project, encoding: 'utf8' });
  expect(git('log', '--format=%s')).toBe('Create Beacon Hill\n');
  expect(git('status', '--porcelain')).toBe('');

  const checked = await runNode(['scripts/check.ts', '--quick'], { cwd: project, env });
  expect(checked.code, checked.output).toBe(0);

  // A removed feature has rows, also in the audit log, which triggers protect.
  expect(await createOrganization(url)).toEqual({ data: { createOrganization: { errors: [] } } });
  await stop();
  const removal = ['scripts/bootstrap.mjs', 'remove', 'organizations', '--yes'];
  const removed = await runNode(removal, { cwd: project, env });
  expect(removed.code, removed.output).toBe(0);
  await start(url);
});

it('can follow its recipes', { timeout: 300_000 }, () => {
  for (const { name, commands } of recipeCommands()) {
    const followed = spawnSync('sh', ['-ec', commands], { cwd: project, env, encoding: 'utf8' });
    expect(followed.status, `${name}:\n${followed.stderr}`).toBe(0);
  }
});
