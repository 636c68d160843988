import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { rootFields } from '#tests/support/permission-oracle.ts';
import { type Browser, startServer, type TestServer } from '#tests/support/server.ts';
import { errorCodes, mutate, payloadOf } from '#tests/support/server-for-file.ts';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startServer();
});
// A code is bound to the browser that requested it, so each test has its own.
beforeEach(() => {
  browser = server.browser();
});
afterAll(() => server.stop());

const address = () => `${unique('person')}@example.com`;
const ask = (email: string) => browser.requestCode(email);
const enter = (email: string, otp: string) => browser.enterCode(email, otp);

describe('a new user', () => {
  it('gets a code by mail, signs in with it and is a user who is not onboarded yet', async () => {
    const email = address();
    expect(await (await ask(email)).json()).toEqual({ success: true });
    const response = await enter(email, await server.codeFor(email));
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(await server.database.user.findUnique({ where: { email } })).toMatchObject({
      id: expect.stringMatching(/^usr_/),
      role: 'user',
      name: '',
      onboardedAt: null,
    });
  });

  it.each([
    ["sales&o'/#~=x@example.com", "sales&o'/#~=x@example.com"],
    ['ann@example.xn--p1ai', 'ann@example.xn--p1ai'],
    ['\u2066<bob@example.com>,\u2069', 'bob@example.com'],
  ])('may have the address %s', async (typed, email) => {
    expect((await ask(typed)).status).toBe(200);
    const response = await enter(typed, await server.codeFor(email));
    expect(response.status).toBe(200);
    expect(await server.database.user.count({ where: { email } })).toBe(1);
  });

  it('is onboarded by entering their name, once', async () => {
    const email = address();
    const cookie = await server.signIn(email);
    const send = server.sendAs(cookie);
    const fields = 'viewer { user { name onboardedAt status } }';
    const say = async (name: string) =>
      (await payloadOf({ send }, 'updateViewer', { name }, fields)).viewer.user;
    const first = await say('Ada');
    const { onboardedAt } = first;
    expect(first).toEqual({ name: 'Ada', onboardedAt: expect.any(String), status: 'ACTIVE' });
    const second = await say('Ada Lovelace');
    expect(second).toEqual({ name: 'Ada Lovelace', onboardedAt, status: 'ACTIVE' });
  });
});

describe('a code', () => {
  it('is stored only as a keyed hash, and waits encrypted in the outbox', async () => {
    const email = address();
    await ask(email);
    const code = await server.codeFor(email);
    const [{ identifier, value } = { identifier: '', value: '' }] =
      await server.database.verification.findMany({ orderBy: { createdAt: 'desc' }, take: 1 });
    expect(identifier).toMatch(/^[\w-]{43}$/);
    expect(value).toMatch(/^[\w-]{43}:0$/);
    const mail = await server.database.mail.findFirstOrThrow({ where: { to: email } });
    expect(mail.payload).not.toContain(code);
  });

  it('opens exactly one session, also when it is entered 20 times at once', async () => {
    const email = address();
    await ask(email);
    const code = await server.codeFor(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(email, code)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await server.database.session.count({ where: { user: { email } } })).toBe(1);
  });

  it('is accepted in Arabic-Indic and full-width digits and with spaces', async () => {
    const email = address();
    await ask(email);
    const code = await server.codeFor(email);
    const arabic = [...code].map((digit) => String.fromCharCode(0x660 + Number(digit))).join('');
    expect((await enter(email, ` ${arabic.slice(0, 3)} ${arabic.slice(3)}`)).status).toBe(200);
  });

  it('is used up after three wrong attempts', async () => {
    const email = address();
    await ask(email);
    const code = await server.codeFor(email);
    const wrong = code === '000000' ? '111111' : '000000';
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await (await enter(email, wrong)).json()).code).toBe('INVALID_OTP');
    }
    expect((await enter(email, code)).ok).toBe(false);
  });

  it('has three attempts, also among 20 at once through two instances', async () => {
    const other = await startServer({}, server.url);
    onTestFinished(() => other.stop());
    const email = address();
    await ask(email);
    const code = await server.codeFor(email);
    const otp = code === '000000' ? '111111' : '000000';
    const cookie = browser.cookie();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_each, n) =>
        (n % 2 ? other : server).post('/api/auth/sign-in/email-otp', { email, otp }, cookie),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeLessThanOrEqual(3);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(17);
    expect((await enter(email, code)).status).toBe(429);
  });

  it('is refused when it has expired, and when a newer one was sent', async () => {
    const email = address();
    await ask(email);
    const old = await server.codeFor(email);
    await server.database.verification.updateMany({
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect((await (await enter(email, old)).json()).code).toBe('OTP_EXPIRED');
    await server.ageRateLimits(30);
    await ask(email);
    const older = await server.codeFor(email);
    await server.ageRateLimits(30);
    await ask(email);
    const newer = await server.codeFor(email);
    if (older !== newer) {
      expect((await (await enter(email, older)).json()).code).toBe('INVALID_OTP');
    }
    expect((await enter(email, newer)).status).toBe(200);
  });
});

it.each([
  'a@b\r\nBcc: x@y.zz',
  `${'x'.repeat(300)}@b.co`,
  '<b>@b.co',
  'a@b.co,x@y.zz',
  // A bracket at an end alone was copied along and is removed.
  'x@y.zz>a@b.co',
  '<a@b.co>x@y.zz',
])('the endpoints of better-auth send nothing to %j', async (email) => {
  const before = await server.database.mail.count();
  expect((await ask(email)).status).toBe(400);
  expect(await server.database.mail.count()).toBe(before);
});

describe('a session', () => {
  it('ends when signing out', async () => {
    const user = await server.as('user');
    expect((await user.send('{ viewer { user { id } } }')).data).toEqual({
      viewer: { user: { id: user.id } },
    });
    await server.post('/api/auth/sign-out', {}, user.cookie);
    expect((await user.send('{ viewer { user { id } } }')).data).toEqual({ viewer: null });
  });

  it('is answered with 503, never as signed out, while the database is unreachable', async () => {
    const user = await server.as('user');
    const away = await startServer({}, 'postgresql://nobody@127.0.0.1:1/none');
    const asked = await away.post(
      '/api/graphql',
      { query: '{ viewer { user { id } } }' },
      user.cookie,
    );
    expect(asked.status).toBe(503);
    expect(asked.headers.get('retry-after')).toBe('1');
    expect((await asked.json()).errors[0].extensions.code).toBe('SERVICE_UNAVAILABLE');
    const session = await away.request('/api/auth/get-session', {
      headers: { cookie: user.cookie },
    });
    expect(session.status).toBe(503);
    const ready = await away.request('/readyz');
    expect([ready.status, await ready.text()]).toEqual([200, 'database unreachable']);
    expect((await away.request('/healthz')).status).toBe(200);
    await away.stop();
  });
});

describe('the demo', () => {
  let demo: TestServer;
  beforeAll(async () => {
    demo = await startServer({ DEMO: 'true' });
  });
  afterAll(() => demo.stop());

  it('signs its users in with the code 000000, and out again', async () => {
    const admin = await demo.as('admin');
    expect((await admin.send('{ viewer { user { id } } }')).data).toEqual({
      viewer: { user: { id: admin.id } },
    });
    expect((await demo.post('/api/auth/sign-out', {}, admin.cookie)).status).toBe(200);
  });

  it('refuses unknown addresses', async () => {
    const email = address();
    const visitor = demo.browser();
    expect((await visitor.requestCode(email)).status).toBe(200);
    expect((await visitor.enterCode(email, '000000')).ok).toBe(false);
  });

  it('refuses every write with DEMO_MODE and changes nothing', async () => {
    const admin = await demo.as('admin');
    const refused = await mutate(admin, 'createRepository', { name: 'x', link: 'a.example' });
    expect(refused).toEqual(['DEMO_MODE']);
    expect(await demo.database.repository.count()).toBe(0);
    for (const [name, { kind, document }] of Object.entries(rootFields)) {
      if (kind !== 'mutation') continue;
      const declared = [...document.matchAll(/\$(\w+): /g)].map(([, variable]) => [variable, 'x']);
      const answer = await admin.send(document, Object.fromEntries(declared));
      expect([name, errorCodes(answer)]).toEqual([name, ['DEMO_MODE']]);
    }
    expect((await admin.send('{ viewer { user { id } } }')).data.viewer).not.toBeNull();
  });

  it('tells the client about itself', async () => {
    const anonymous = await demo.as('anonymous');
    const { data } = await anonymous.send('{ setup { mode signUpEnabled demo { contactEmail } } }');
    expect(data.setup).toEqual({
      mode: 'DEMO',
      signUpEnabled: false,
      demo: { contactEmail: 'hello@example.com' },
    });
  });
});
