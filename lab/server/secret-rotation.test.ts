import { expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { unique } from '#tests/support/factories.ts';
import type { Browser, TestServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const former = 'Zk3v9QmX1rT7wLb5YcN8hJ2sPd6GfUa4';
const current = 'uR5xK0eW8iVn3CqB7oM1tHz9LyS6jDg2';
const formerAdmin = 'root@example.org';
const env = { ADMIN_EMAILS: formerAdmin };

const before = await serverForFile({ ...env, AUTH_SECRET: former });
const both = { AUTH_SECRET: current, AUTH_SECRET_PREVIOUS: former };
const during = await serverForFile({ ...env, ...both }, {}, before.url);
const after = await serverForFile({ ...env, AUTH_SECRET: current }, {}, before.url);
const user = await before.as('user');

const viewer = '{ viewer { user { email } } }';

it('a session goes on, in the API and at /api/auth', async () => {
  const { data } = await during.sendAs(user.cookie)(viewer);
  expect(data.viewer.user.email).toBe(user.email);
  const session = await during.request('/api/auth/get-session', {
    headers: { cookie: user.cookie },
  });
  expect((await session.json()).user.email).toBe(user.email);
  expect((await after.sendAs(user.cookie)(viewer)).data.viewer).toBeNull();
});

it('a renewed session has a cookie that the current secret has signed', async () => {
  const own = await before.as('user');
  await before.database.session.updateMany({
    where: { userId: own.id },
    data: { expiresAt: new Date(Date.now() + 60_000) },
  });
  const { headers } = await during.sendAs(own.cookie)(viewer);
  const renewed = headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
  expect(renewed).toHaveLength(1);
  const { data } = await after.sendAs(renewed.join('; '))(viewer);
  expect(data.viewer.user.email).toBe(own.email);
});

it('a cookie that neither secret has signed is none', async () => {
  const forged = user.cookie.replace(/(session_token=[^.;]+\.)[^;]+/, (_all, start: string) => {
    return `${start}${encodeURIComponent(Buffer.alloc(32, 7).toString('base64'))}`;
  });
  expect(forged).not.toBe(user.cookie);
  expect((await during.sendAs(forged)(viewer)).data.viewer).toBeNull();
});

async function browserAt(server: TestServer, email: string): Promise<Browser> {
  const old = before.browser();
  expect((await old.requestCode(email)).status).toBe(200);
  return moved(old, server);
}

function moved(browser: Browser, server: TestServer): Browser {
  const post: Browser['post'] = (path, body) => server.post(path, body, browser.cookie());
  return Object.assign(server.browser(), { post });
}

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const newEmail = () => `${unique('rotation')}@example.com`;

it('a code sent before signs in, with as many tries as ever', async () => {
  const email = newEmail();
  const browser = await browserAt(during, email);
  const code = await before.codeFor(email);
  expect((await browser.enterCode(email, wrongFor(code))).status).toBe(400);
  expect((await browser.enterCode(email, code)).status).toBe(200);
  expect((await browser.enterCode(email, code)).status).toBe(400);

  const other = newEmail();
  const guesser = await browserAt(during, other);
  const right = await before.codeFor(other);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await guesser.enterCode(other, wrongFor(right))).status).toBe(400);
  }
  expect((await guesser.enterCode(other, right)).ok).toBe(false);
});

it('a code sent before is refused once a new one was sent, or its secret was removed', async () => {
  const email = newEmail();
  const browser = await browserAt(during, email);
  const old = await before.codeFor(email);
  expect((await moved(browser, after).enterCode(email, old)).status).toBe(400);
  await during.ageRateLimits(30);
  expect((await browser.requestCode(email)).status).toBe(200);
  const code = await during.codeFor(email);
  if (old !== code) expect((await browser.enterCode(email, old)).status).toBe(400);
  expect((await browser.enterCode(email, code)).status).toBe(200);
});

it('a code sent before changes the address', async () => {
  const own = await before.as('user');
  const email = newEmail();
  const path = '/api/auth/email-otp/request-email-change';
  expect((await before.post(path, { newEmail: email }, own.cookie)).status).toBe(200);
  const code = await before.codeFor(email);
  const enter = (otp: string) =>
    during.post('/api/auth/email-otp/change-email', { newEmail: email, otp }, own.cookie);
  expect((await enter(wrongFor(code))).status).toBe(400);
  expect((await enter(code)).status).toBe(200);
  expect((await during.sendAs(own.cookie)(viewer)).data.viewer.user.email).toBe(email);
});

it('an access token changes over when it is used', async () => {
  const { data } = await user.send(`mutation {
    createAccessToken(input: { name: "sync", scopes: [REPOSITORY_READ], expiresInDays: 30 }) {
      secret errors { code }
    }
  }`);
  const asToken = { authorization: `Bearer ${data.createAccessToken.secret}` };
  const query = '{ repositories(first: 1) { nodes { id } } }';
  expect((await after.sendWith(asToken)(query)).status).toBe(401);
  expect((await during.sendWith(asToken)(query)).errors).toEqual([]);
  expect((await after.sendWith(asToken)(query)).errors).toEqual([]);
});

it('a queued mail is read', async () => {
  const outbox = createOutbox(before.database, [former]);
  const content = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' } as never;
  const to = 'ada@example.com';
  await outbox.add({ to, content, lifetimeMs: 60_000 });
  const mail = await before.database.mail.findFirstOrThrow({ where: { to } });
  const payload = mail.payload ?? '';
  expect(await createOutbox(during.database, [current, former]).read(payload)).toEqual(content);
  await expect(createOutbox(after.database, [current]).read(payload)).rejects.toThrow();
});

it('a creation with an ID is not executed again', async () => {
  const admin = await before.as('admin');
  const [id, name] = [newId('Repository'), unique('once')];
  const send = async (server: TestServer) => {
    const headers = {
      'content-type': 'application/json',
      cookie: admin.cookie,
      origin: server.origin,
    };
    const query = `mutation { createRepository(input: { id: "${id}", name: "${name}", link: "git.example.com/a" }) { repository { id } errors { code } } }`;
    const body = JSON.stringify({ query });
    const response = await server.request('/api/graphql', { method: 'POST', headers, body });
    expect((await response.json()).data.createRepository).toEqual({
      repository: { id },
      errors: [],
    });
  };
  await send(before);
  await send(during);
});

it('a former admin does not become one again', async () => {
  const cookie = await before.signIn(formerAdmin);
  const { data } = await before.sendAs(cookie)('{ viewer { user { role } } }');
  expect(data.viewer.user.role).toBe('ADMIN');
  await before.as('admin');
  const removed = await before.post('/api/auth/delete-user', {}, cookie);
  expect(removed.status).toBe(200);
  await during.app.takeOverSecrets();
  const again = await after.sendAs(await after.signIn(formerAdmin))('{ viewer { user { role } } }');
  expect(again.data.viewer.user.role).toBe('USER');
});
