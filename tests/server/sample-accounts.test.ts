import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { productionEnv } from '#tests/support/product.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const path = '/api/auth/sign-in/sample';
const setup = '{ setup { sampleAccounts { role email } } }';
async function withSamples(env: Record<string, string>): Promise<TestServer> {
  const server = await startServer(env);
  await server.database.user.createMany({
    data: (['admin', 'user'] as const).map((role) => ({
      id: newId('User'),
      email: `${role}@example.com`,
      name: `Sample ${role}`,
      role,
      onboardedAt: new Date(),
    })),
  });
  return server;
}

describe.each([
  ['in local mode', {}],
  ['in the demo', { DEMO: 'true' }],
])('%s', (_mode, env) => {
  it.each(['admin', 'user'])('signs in as %s, without a mail', async (role) => {
    const server = await withSamples(env);
    const { data } = await (await server.as('anonymous')).send(setup);
    expect(data.setup.sampleAccounts).toContainEqual({
      role: role.toUpperCase(),
      email: `${role}@example.com`,
    });
    const browser = server.browser();
    const response = await browser.post(path, { role });
    expect(response.status).toBe(200);
    const session = await (await browser.open('/api/auth/get-session')).json();
    expect(session.user).toMatchObject({ email: `${role}@example.com`, role });
    expect(await server.database.mail.count()).toBe(0);
    expect((await browser.post(path, { role })).status).toBe(200);
    expect(await server.database.session.findFirst()).toMatchObject({
      signInMethod: 'sample_account',
    });
    await server.stop();
  });
});

describe.each([
  ['in production', productionEnv],
  ['on a machine that sends mails', { SMTP_URL: 'smtp://127.0.0.1:1' }],
])('%s', (_mode, env: Record<string, string>) => {
  it('is refused, also where an account has that address', async () => {
    const server = await withSamples(env);
    const browser = server.browser();
    const origin = env.BASE_URL ?? server.origin;
    const answer = await browser.post('/api/graphql', { query: setup }, { origin });
    expect((await answer.json()).data.setup.sampleAccounts).toEqual([]);
    const response = await browser.post(path, { role: 'admin' }, { origin });
    expect(response.status).toBe(404);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await server.database.session.count()).toBe(0);
    await server.stop();
  });
});
