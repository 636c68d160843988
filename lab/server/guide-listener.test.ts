/** Runs the listener of docs/guides/api.md as people copy it, with waits a hundred times as short. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTcpProxy, type TcpProxy } from '#lab/support/tcp-proxy.ts';
import { fromRoot } from '#scripts/lib/task.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createMember, createOrganization, createRepository } from '#tests/support/factories.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const longestWaitMs = 30_000;

/** What the test changes of the guide: the package that only gives types, file extensions, waits and the end. */
const replacements: Record<string, [from: string, to: string][]> = {
  client: [
    [`import { initGraphQLTada } from 'gql.tada';`, `import { gql } from '@urql/core';`],
    ['initGraphQLTada<{ introspection: introspection; scalars: Scalars }>()', 'gql'],
  ],
  sync: [[`'./client'`, `'./client.ts'`]],
  events: [
    [`'./client'`, `'./client.ts'`],
    [`'./sync'`, `'./sync.ts'`],
    [
      `import { setTimeout as sleep } from 'node:timers/promises';`,
      `import { sleep } from './test.ts';`,
    ],
    ['          process.exit(); // remove this line to keep listening\n', ''],
  ],
};
const test = `
import { setTimeout } from 'node:timers/promises';
export function sleep(ms) {
  process.send({ wait: ms });
  return setTimeout(ms / 100);
}`;
const report = `
process.on('message', () => process.send({ ids: [...copy.keys()] }));`;

let folder: string;
let testDatabase: TestDatabase;
let server: TestServer;
let product: Product;
let proxy: TcpProxy;
let admin: TestUser;
let user: TestUser;
let token: { id: string; secret: string };
let listener: ChildProcess;
let output = '';
const waits: number[] = [];

async function writeListener(): Promise<void> {
  const guide = await readFile(fromRoot('docs', 'guides', 'api.md'), 'utf8');
  await symlink(fromRoot('node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'test.ts'), test);
  for (const [name, changes] of Object.entries(replacements)) {
    let [, code = ''] =
      new RegExp(`^\`\`\`ts\n(// ${name}\\.ts\n[^]*?)^\`\`\`$`, 'm').exec(guide) ?? [];
    for (const [from, to] of changes) {
      expect(code).toContain(from);
      code = code.replace(from, () => to);
    }
    await writeFile(join(folder, `${name}.ts`), name === 'sync' ? code + report : code);
  }
}

const start = (port: number) =>
  startProduct({ databaseUrl: testDatabase.url, port, env: { BASE_URL: proxyUrl() } });

const proxyUrl = () => `http://127.0.0.1:${proxy.port}`;

function listen(): void {
  const env = {
    PATH: process.env.PATH,
    API: `${proxyUrl()}/api/graphql`,
    CREDENTIALS: `Authorization: Bearer ${token.secret}`,
  };
  listener = fork(join(folder, 'events.ts'), { env, execArgv: [], silent: true });
  for (const stream of [listener.stdout, listener.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  listener.on('message', ({ wait }: { wait?: number }) => wait && waits.push(wait));
}

async function copiedIds(): Promise<string[]> {
  if (listener.exitCode !== null) throw new Error(`The listener has ended.\n${output}`);
  const answer = new Promise<string[]>((resolve) => {
    const take = ({ ids }: { ids?: string[] }) => {
      if (!ids) return;
      listener.off('message', take);
      resolve(ids);
    };
    listener.on('message', take);
  });
  listener.send('ids');
  return (await answer).sort();
}

type Visible = {
  repositories: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
};

/** What the owner of the token sees. */
async function visibleIds(): Promise<string[]> {
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const answer: { data: Visible } = await user.send(
      'query ($after: String) { repositories(first: 100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
      { after },
    );
    const { nodes, pageInfo }: Visible['repositories'] = answer.data.repositories;
    ids.push(...nodes.map(({ id }) => id));
    const { hasNextPage, endCursor } = pageInfo;
    if (!hasNextPage) return ids.sort();
    after = endCursor;
  }
}

async function expectTrueCopy(count: number): Promise<void> {
  const visible = await visibleIds();
  expect(visible).toHaveLength(count);
  await expect.poll(copiedIds, { message: output }).toEqual(visible);
}

async function create(count: number, organizationId?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const data = organizationId ? { organizationId } : {};
    ids.push((await createRepository(server.database, data)).id);
  }
  return ids;
}

async function remove(ids: string[]): Promise<void> {
  const { data } = await admin.send(
    'mutation ($ids: [ID!]!) { deleteRepositories(input: { ids: $ids }) { deletedRepositoryIds } }',
    { ids },
  );
  expect(data.deleteRepositories.deletedRepositoryIds).toHaveLength(ids.length);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-listener-'));
  await writeListener();
  testDatabase = await freshDatabase();
  const port = await freePort();
  proxy = await startTcpProxy(port);
  product = await start(port);
  server = await startServer({}, testDatabase.url);
  admin = await server.as('admin');
  user = await server.as('user');
  token = await createToken(user, { scopes: ['REPOSITORY_READ', 'ORGANIZATION_READ'] });
  await server.database.repository.deleteMany();
});
afterAll(async () => {
  listener?.kill('SIGKILL');
  await proxy?.close();
  await product?.stop('SIGKILL');
  await server?.stop();
  await testDatabase?.drop();
  await rm(folder, { recursive: true, force: true });
});

it('the listener of the guide keeps a true copy and stops only without its token', async () => {
  const shared = await create(105);
  const { id: organizationId } = await createOrganization(server.database, {
    members: { [user.id]: 'member' },
  });
  await create(3, organizationId);
  listen();
  await expectTrueCopy(108);

  await remove(shared.slice(0, 80));
  await expectTrueCopy(28);
  await remove(shared.slice(80, 90));
  await expectTrueCopy(18);

  const membership = { userId: user.id, organizationId };
  await server.database.member.deleteMany({ where: membership });
  await expectTrueCopy(15);
  await createMember(server.database, organizationId, user.id);
  await expectTrueCopy(18);

  await product.stop('SIGKILL');
  await remove(shared.slice(90, 95));
  await create(2);
  await expect.poll(() => waits.length).toBeGreaterThan(3);
  product = await start(Number(new URL(product.url).port));
  await expectTrueCopy(15);

  // A proxy cuts a stream without events each minute of an hour, then it is away for many attempts.
  waits.length = 0;
  for (let minute = 0; minute < 60; minute += 1) {
    const reads = output.split('in the copy').length;
    proxy.cut();
    await expect.poll(() => output.split('in the copy').length).toBeGreaterThan(reads);
  }
  expect(Math.max(...waits)).toBeLessThan(longestWaitMs);
  await proxy.setState('refuse');
  await expect.poll(() => waits.length).toBeGreaterThan(60 + 12);
  expect(Math.max(...waits)).toBeLessThanOrEqual(longestWaitMs);
  expect(new Set(waits).size).toBe(waits.length);
  await proxy.setState('pass');
  await create(1);
  await expectTrueCopy(16);

  const ended = once(listener, 'exit');
  await server.database.accessToken.delete({ where: { id: token.id } });
  expect(await ended).toEqual([1, null]);
  expect(output).toContain('The credentials were refused');
});
