import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { endSessionsWithoutPasskey } from '#server/features/passkey/passkey-policy.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { codeOf, passkeyPeople } from '#tests/support/passkey-people.ts';
import type { Browser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ REQUIRE_PASSKEY_FOR: 'admin' });
const strict = await serverForFile({ REQUIRE_PASSKEY_FOR: 'all', PASSKEY_GRACE_DAYS: '0' });
const { database } = server;
const people = passkeyPeople(server);
const { enterCode, signUp, setUpPasskey, personWithPasskey, viewerOf } = people;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1_000);

const overdue = (id: string) =>
  database.user.update({ where: { id }, data: { passkeyDueAt: inDays(-1) } });

/** Stops at the passkey, in a new browser. */
async function stopped(email: string, code: string) {
  const { browser, response } = await enterCode(email);
  expect([response.status, await codeOf(response)]).toEqual([403, code]);
  expect(response.headers.getSetCookie().join()).not.toContain('session_token');
  expect(await viewerOf(browser)).toBeNull();
  return browser;
}

describe('an admin without a passkey', () => {
  it('has seven days from the first sign-in, and is told until when', async () => {
    const { id, email } = await signUp('admin');
    const { browser, response } = await enterCode(email);
    expect(response.status).toBe(200);
    const query = '{ viewer { passkeyDueAt } }';
    const { data } = await server.sendAs(browser.cookie())(query);
    const dueAt = new Date(data.viewer.passkeyDueAt).getTime();
    expect(Math.abs(dueAt - inDays(7).getTime())).toBeLessThan(60_000);

    await database.user.update({ where: { id }, data: { passkeyDueAt: inDays(3) } });
    expect((await enterCode(email)).response.status).toBe(200);
    const user = await database.user.findUniqueOrThrow({ where: { id } });
    expect(user.passkeyDueAt?.getTime()).toBeLessThan(inDays(4).getTime());

    expect((await people.addPasskey(browser, createAuthenticator())).status).toBe(200);
    const after = await server.sendAs(browser.cookie())(query);
    expect(after.data.viewer.passkeyDueAt).toBeNull();
    await stopped(email, 'PASSKEY_REQUIRED');
  });

  it('has to add one after that, which signs them in', async () => {
    const { id, email } = await signUp('admin');
    await overdue(id);
    const browser = await stopped(email, 'PASSKEY_SETUP_REQUIRED');
    const device = createAuthenticator();
    const response = await setUpPasskey(browser, device);
    expect([response.status, await response.json()]).toEqual([200, { user: { id } }]);
    expect((await viewerOf(browser)).user.email).toBe(email);
    expect((await server.mailTo(email)).subject).toContain('passkey was added');
    const events = await database.auditEvent.findMany({ where: { userId: id } });
    expect(events.map(({ kind }) => kind)).toContain('passkey_added');
    const session = await database.session.findFirst({
      where: { userId: id, passkeyName: { not: null } },
    });
    expect(session?.signInMethod).toBe('passkey');

    expect(await codeOf(await setUpPasskey(browser, createAuthenticator()))).toBe(
      'SIGN_IN_EXPIRED',
    );
    expect((await people.signIn(device)).status).toBe(200);
  });

  it('adds one passkey of two that are sent at once', async () => {
    const { id, email } = await signUp('admin');
    await overdue(id);
    const browser = await stopped(email, 'PASSKEY_SETUP_REQUIRED');
    const path = '/api/auth/passkey';
    const options = await (await browser.open(`${path}/generate-setup-options`)).json();
    const cookie = browser.cookie();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const response = createAuthenticator().register(options);
        return server.post(`${path}/verify-setup`, { response }, cookie);
      }),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await database.passkey.count({ where: { userId: id } })).toBe(1);
  });

  it('adds it to their own account, even if the browser is signed in as someone else', async () => {
    const { id, email } = await signUp('admin');
    await overdue(id);
    const other = await signUp();
    const { browser } = await enterCode(email, other.browser);
    expect((await viewerOf(browser)).user.email).toBe(other.email);
    expect((await setUpPasskey(browser, createAuthenticator())).status).toBe(200);
    expect(await database.passkey.count({ where: { userId: other.id } })).toBe(0);
    expect((await viewerOf(browser)).user.email).toBe(email);
  });
});

describe('an admin with a passkey', () => {
  it('signs in with it only, and stays out with a code', async () => {
    const { email, device } = await personWithPasskey('admin');
    const browser = await stopped(email, 'PASSKEY_REQUIRED');
    const refused = await setUpPasskey(browser, createAuthenticator());
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'PASSKEY_REQUIRED']);
    expect((await people.signIn(device, {}, browser)).status).toBe(200);
    expect((await viewerOf(browser)).user.email).toBe(email);
  });

  it('may enter right codes as often as they like', async () => {
    const { email } = await personWithPasskey('admin');
    const guesses = () =>
      database.rateLimit.count({ where: { key: { startsWith: 'try-browser' } } });
    const before = await guesses();
    await stopped(email, 'PASSKEY_REQUIRED');
    expect(await guesses()).toBe(before);
  });

  it('adds and removes others only in a session that a passkey opened', async () => {
    const { browser, device, id, send } = await personWithPasskey('admin');
    const again = await people.addPasskey(browser, createAuthenticator()).catch(() => null);
    expect(again?.ok ?? false).toBe(false);
    const { id: passkeyId } = await database.passkey.findFirstOrThrow({ where: { userId: id } });
    const refused = await mutate({ send }, 'removePasskey', { id: passkeyId });
    expect(refused).toEqual(['SESSION_NOT_FRESH']);

    await people.signIn(device, {}, browser);
    expect((await people.addPasskey(browser, createAuthenticator())).status).toBe(200);
    const fresh = { send: server.sendAs(browser.cookie()) };
    expect(await mutate(fresh, 'removePasskey', { id: passkeyId })).toEqual([]);
  });
});

it('a thief in a session that a code opened and proved adds and removes no passkey once the owner has one', async () => {
  const { id, email } = await signUp('admin');
  const thief = (await enterCode(email)).browser;
  await server.ageRateLimits(60);
  await thief.requestCode(email);
  const otp = await server.codeFor(email);
  const proved = await thief.post('/api/auth/reauthenticate/email-otp', { otp });
  expect(proved.status).toBe(200);

  const owner = (await enterCode(email)).browser;
  const device = createAuthenticator();
  expect((await people.addPasskey(owner, device)).status).toBe(200);
  const { id: passkeyId } = await database.passkey.findFirstOrThrow({ where: { userId: id } });
  const remove = (browser: Browser) =>
    mutate({ send: server.sendAs(browser.cookie()) }, 'removePasskey', { id: passkeyId });
  expect(await remove(thief)).toEqual(['SESSION_NOT_FRESH']);
  const added = await people.addPasskey(thief, createAuthenticator()).catch(() => null);
  expect(added?.ok ?? false).toBe(false);
  expect(await database.passkey.count({ where: { userId: id } })).toBe(1);

  const options = await owner.open('/api/auth/passkey/generate-authenticate-options');
  const response = device.signIn(await options.json());
  const byPasskey = await owner.post('/api/auth/reauthenticate/passkey', { response });
  expect(byPasskey.status).toBe(200);
  expect(await remove(owner)).toEqual([]);
});

describe('a pending sign-in', () => {
  async function pending() {
    const person = await signUp('admin');
    await overdue(person.id);
    return { ...person, browser: await stopped(person.email, 'PASSKEY_SETUP_REQUIRED') };
  }

  it('belongs to one browser, and lasts ten minutes', async () => {
    const { browser } = await pending();
    const elsewhere = await setUpPasskey(server.browser(), createAuthenticator());
    expect([elsewhere.status, await codeOf(elsewhere)]).toEqual([400, 'SIGN_IN_EXPIRED']);
    const rows = await database.verification.findMany({ where: { value: { startsWith: 'usr_' } } });
    expect(rows.every(({ identifier }) => !browser.cookie().includes(identifier))).toBe(true);
    await database.verification.updateMany({ data: { expiresAt: inDays(-1) } });
    expect(await codeOf(await setUpPasskey(browser, createAuthenticator()))).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  it('is replaced by the next one of the browser', async () => {
    const { browser } = await pending();
    const old = browser.cookie();
    const { id, email } = await signUp('admin');
    await overdue(id);
    await enterCode(email, browser);
    const options = '/api/auth/passkey/generate-setup-options';
    const response = await server.request(options, { headers: { cookie: old } });
    expect(await codeOf(response)).toBe('SIGN_IN_EXPIRED');
    expect((await browser.open(options)).status).toBe(200);
  });

  it('ends for a user who is banned, or whose address a manager changed', async () => {
    const banned = await pending();
    await database.user.update({ where: { id: banned.id }, data: { banned: true } });
    expect(await codeOf(await setUpPasskey(banned.browser, createAuthenticator()))).toBe(
      'BANNED_USER',
    );
    const moved = await pending();
    const email = `moved-${moved.email}`;
    await database.user.update({ where: { id: moved.id }, data: { email } });
    expect(await codeOf(await setUpPasskey(moved.browser, createAuthenticator()))).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  it('ends when its owner says that it wasn’t them', async () => {
    const { id, email, browser } = await pending();
    const link = secureAccountLink(createKeyedHmac([server.secret]), { id, email });
    const token = link.split('#')[1] ?? '';
    expect((await server.browser().post('/api/auth/secure-account', { token })).status).toBe(200);
    expect(await codeOf(await setUpPasskey(browser, createAuthenticator()))).toBe(
      'SIGN_IN_EXPIRED',
    );
  });

  it('opens nothing else: no API, no export, no events, no endpoint of an account', async () => {
    const { browser } = await pending();
    const cookie = browser.cookie();
    const statuses = await Promise.all(
      ['/api/auth/passkey/generate-register-options', '/api/export/users.csv'].map(
        async (path) => (await server.request(path, { headers: { cookie } })).status,
      ),
    );
    expect(statuses).toEqual([401, 401]);
    expect((await server.post('/api/auth/revoke-sessions', {}, cookie)).status).toBe(401);
    const { errors } = await server.sendAs(cookie)('{ users { totalCount } }');
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('takes no challenge of somebody else', async () => {
    const attacker = await pending();
    const victim = await pending();
    const path = '/api/auth/passkey';
    const theirs = await (await attacker.browser.open(`${path}/generate-setup-options`)).json();
    const challenge = /atrium\.better-auth-passkey=[^;]+/.exec(attacker.browser.cookie())?.[0];
    const response = createAuthenticator().register(theirs);
    const cookie = `${victim.browser.cookie()}; ${challenge}`;
    const swapped = await server.post(`${path}/verify-setup`, { response }, cookie);
    expect(await codeOf(swapped)).toBe('FAILED_TO_VERIFY_REGISTRATION');
    expect(await database.passkey.count({ where: { userId: victim.id } })).toBe(0);
  });
});

describe('the policy', () => {
  it('leaves other roles alone', async () => {
    const { email } = await personWithPasskey('user');
    expect((await enterCode(email)).response.status).toBe(200);
  });

  it('for all, without grace, concerns new users at once', async () => {
    const all = passkeyPeople(strict);
    const { browser, response } = await all.enterCode('new@example.com');
    expect([response.status, await codeOf(response)]).toEqual([403, 'PASSKEY_SETUP_REQUIRED']);
    expect((await all.setUpPasskey(browser, createAuthenticator())).status).toBe(200);
    expect((await all.viewerOf(browser)).user.email).toBe('new@example.com');
  });

  it('does not say before the code was right whom it concerns', async () => {
    const { email } = await personWithPasskey('admin');
    const browser = server.browser();
    await browser.requestCode(email);
    const wrong = await browser.enterCode(email, '000000');
    expect(await codeOf(wrong)).toBe('INVALID_OTP');
    expect(wrong.headers.getSetCookie().join()).not.toContain('pending');
  });

  it('ends open sessions that no passkey opened once the grace is over', async () => {
    const { id, browser } = await signUp('admin');
    const withPasskey = await personWithPasskey('admin');
    await people.signIn(withPasskey.device, {}, withPasskey.browser);
    const user = await signUp('user');
    await endSessionsWithoutPasskey(server);
    const found = await database.user.findUniqueOrThrow({ where: { id } });
    expect(found.passkeyDueAt?.getTime()).toBeGreaterThan(inDays(6).getTime());
    expect(await viewerOf(browser)).not.toBeNull();
    await database.user.updateMany({ data: { passkeyDueAt: inDays(-1) } });
    await endSessionsWithoutPasskey(server);
    expect(await viewerOf(browser)).toBeNull();
    expect(await viewerOf(withPasskey.browser)).not.toBeNull();
    expect(await viewerOf(user.browser)).not.toBeNull();
  });
});

describe('a recovery code', () => {
  const path = '/api/auth/sign-in/recovery-code';

  async function personWithCodes() {
    const person = await people.personWithCodes('admin');
    return { ...person, browser: await stopped(person.email, 'PASSKEY_REQUIRED') };
  }

  it('opens a session once, tells the owner, and lets them add a passkey', async () => {
    const { id, email, codes, browser } = await personWithCodes();
    const response = await browser.post(path, { code: codes[0]?.toLowerCase() });
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.not.stringContaining('"token"'),
    ]);
    expect((await viewerOf(browser)).user.email).toBe(email);
    const mails = await server.mailsTo(email);
    const notices = mails.filter(({ subject }) => subject.includes('recovery code was used'));
    expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('/secure-account#')]);
    // Not announced twice: it is a new device, too.
    expect(mails.filter(({ subject }) => subject.startsWith('New sign-in'))).toEqual([]);
    const session = await database.session.findFirstOrThrow({
      where: { userId: id },
      orderBy: { createdAt: 'desc' },
    });
    expect(session.signInMethod).toBe('recovery_code');
    expect((await people.addPasskey(browser, createAuthenticator())).status).toBe(200);
    expect(await codeOf(await browser.post(path, { code: codes[1] }))).toBe('SIGN_IN_EXPIRED');

    const again = await stopped(email, 'PASSKEY_REQUIRED');
    const used = await again.post(path, { code: codes[0] });
    expect([used.status, await codeOf(used)]).toEqual([400, 'RECOVERY_CODE_INVALID']);
  });

  it('opens one session if it is sent ten times at once', async () => {
    const { id, codes, browser } = await personWithCodes();
    const before = await database.session.count({ where: { userId: id } });
    const cookie = browser.cookie();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.post(path, { code: codes[0] }, cookie)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await database.session.count({ where: { userId: id } })).toBe(before + 1);
  });

  it('is guessed at most five times in a sign-in, and belongs to its owner', async () => {
    const other = await personWithCodes();
    const { codes, browser } = await personWithCodes();
    const guesses = [other.codes[0], ...Array.from({ length: 4 }, () => 'AAAA-AAAA-AAAA')];
    for (const code of guesses) {
      expect(await codeOf(await browser.post(path, { code }))).toBe('RECOVERY_CODE_INVALID');
    }
    const response = await browser.post(path, { code: codes[0] });
    expect([response.status, response.headers.has('retry-after')]).toEqual([429, true]);
    expect(await codeOf(await server.browser().post(path, { code: codes[0] }))).toBe(
      'SIGN_IN_EXPIRED',
    );
  });
});

it('resetting passkeys lets a person who lost them add a new one, and tells them', async () => {
  const admin = await server.as('admin');
  const { id, email, device, browser, send } = await personWithPasskey('admin');
  await send('mutation { createRecoveryCodes { codes } }');
  await overdue(id);
  const ask = `{ user(id: "${id}") { viewerCanResetPasskeys } }`;
  expect((await admin.send(ask)).data.user).toEqual({ viewerCanResetPasskeys: true });
  const reset = await payloadOf(admin, 'resetPasskeys', { id }, 'user { viewerCanResetPasskeys }');
  expect(reset).toEqual({ user: { viewerCanResetPasskeys: false }, errors: [] });

  expect(await viewerOf(browser)).toBeNull();
  expect(await codeOf(await people.signIn(device))).toBe('PASSKEY_NOT_FOUND');
  expect(await database.recoveryCodes.count({ where: { userId: id } })).toBe(0);
  expect((await server.mailTo(email)).subject).toContain('were reset');
  const { response } = await enterCode(email);
  expect(response.status).toBe(200);
});
