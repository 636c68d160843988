import { afterAll, describe, expect, it } from 'vitest';
import { startTcpProxy } from '#lab/support/tcp-proxy.ts';
import { newId } from '#server/database/ids.ts';
import { unique } from '#tests/support/factories.ts';
import { startServer } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const env = { MUTATIONS_PER_MINUTE: '10000' };
const direct = await serverForFile(env);
const url = new URL(direct.url);
const proxy = await startTcpProxy(Number(url.port));
afterAll(() => proxy.close());
url.port = String(proxy.port);
const server = await serverForFile(env, {}, url.href);
const admin = await direct.as('admin');

type Mutation = {
  name: string;
  input: () => object | Promise<object>;
  /** Text in the only statement, where it commits by itself. */
  statement?: string;
  count: () => Promise<number>;
};

const mutations: Mutation[] = [
  {
    name: 'createRepository',
    input: () => ({ id: newId('Repository'), name: unique('lost'), link: 'a.example' }),
    statement: '"name":"lost-',
    count: () => direct.database.repository.count(),
  },
  {
    name: 'createOrganization',
    input: () => ({
      id: newId('Organization'),
      name: unique('lost'),
      slug: unique('lost').toLowerCase().replaceAll('_', '-'),
    }),
    count: () => direct.database.organization.count(),
  },
];

async function send({ name }: Mutation, input: object) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`;
  const reply = await server.sendAs(admin.cookie)(document, { input });
  return { ...reply, codes: errorCodes(reply) };
}

const unavailable = async (reply: Awaited<ReturnType<typeof send>>) => {
  expect([reply.status, reply.codes]).toEqual([503, ['SERVICE_UNAVAILABLE']]);
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
};

it('answers 503 where a session is lost while better-auth reads it', async () => {
  // No connection has prepared the statement, so that its text is sent.
  const unprepared = await startServer({}, server.url);
  // The read and its retry.
  proxy.cutCommit('before', 'FROM "session" s JOIN', 2);
  const { status } = await unprepared.request('/api/auth/get-session', {
    headers: { cookie: admin.cookie },
  });
  expect(status).toBe(503);
  await unprepared.stop();
});

describe.each(mutations)('$name whose connection is lost at its COMMIT', (mutation) => {
  it.for(['before', 'after'] as const)('is executed once: lost %s it', async (when) => {
    const [input, before] = [await mutation.input(), await mutation.count()];
    proxy.cutCommit(when, mutation.statement);
    await unavailable(await send(mutation, input));
    expect(await mutation.count()).toBe(before + (when === 'after' ? 1 : 0));
    const again = await send(mutation, input);
    expect([again.status, again.codes]).toEqual([200, []]);
    expect(again.data[mutation.name].errors).toEqual([]);
    expect(await mutation.count()).toBe(before + 1);
  });
});
