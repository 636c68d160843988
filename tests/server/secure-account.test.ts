import { describe, expect, it } from 'vitest';
import { createKeyedHmac } from '#server/auth/hmac.ts';
import { secureAccountLink } from '#server/features/secure-account/link.ts';
import { limits } from '#shared/limits.ts';
import type { Browser, TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;

const path = '/api/auth/secure-account';
const viewerOf = async (browser: Browser) => {
  const query = '{ viewer { user { id } } }';
  return (await (await browser.post('/api/graphql', { query })).json()).data.viewer;
};

async function signIn(email: string, browser = server.browser()): Promise<Browser> {
  await server.signIn(email, browser);
  return browser;
}

const noticesTo = async (email: string) =>
  (await server.mailsTo(email)).filter(({ subject }) => subject.startsWith('New sign-in'));

/** Token of the link “This wasn't me” in the newest mail. */
async function tokenFor(email: string): Promise<string> {
  const { text } = await server.mailTo(email);
  return /\/secure-account#(\S+)/.exec(text)?.[1] ?? '';
}

const use = (token: string, browser = server.browser()) => browser.post(path, { token });
const refusal = { code: 'SECURE_ACCOUNT_LINK_INVALID', message: expect.any(String) };

/** A person, and another browser that signed in as them. The token is the one of the notice. */
async function intrusion() {
  const victim = await server.as('user');
  const intruder = await signIn(victim.email);
  return { victim, intruder, token: await tokenFor(victim.email) };
}

const isSignedIn = async ({ send }: TestUser) =>
  (await send('{ viewer { user { id } } }')).data.viewer !== null;

describe('a sign-in from a new device', () => {
  it('is announced by email, but the first of an account and known browsers are not', async () => {
    const email = `new-${Date.now()}@example.com`;
    const browser = await signIn(email);
    expect(await noticesTo(email)).toEqual([]);
    await signIn(email, browser);
    expect(await noticesTo(email)).toEqual([]);
    const other = server.browser('203.0.113.9');
    await signIn(email, other);
    const [notice, ...more] = await noticesTo(email);
    expect(more).toEqual([]);
    expect(notice?.text).toContain('Signed in with a code by email.');
    expect(notice?.text).toContain('IP address 203.0.113.9.');
    await signIn(email, other);
    expect(await noticesTo(email)).toHaveLength(1);
  });

  it('is not announced for an admin who impersonates, and a changed address keeps browsers known', async () => {
    const { email } = await server.impersonate();
    expect(await noticesTo(email)).toEqual([]);

    const person = await server.as('user');
    const browser = await signIn(person.email);
    const newEmail = `changed-${person.email}`;
    await browser.post('/api/auth/email-otp/request-email-change', { newEmail });
    const otp = await server.codeFor(newEmail);
    await browser.post('/api/auth/email-otp/change-email', { newEmail, otp });
    await signIn(newEmail, browser);
    expect(await noticesTo(newEmail)).toEqual([]);
  });
});

describe('“This wasn’t me”', () => {
  it('ends all sessions, from any browser, and revokes codes and changes of the address', async () => {
    const { victim, intruder, token } = await intrusion();
    const newEmail = `intruder-${victim.email}`;
    await intruder.post('/api/auth/email-otp/request-email-change', { newEmail });
    const asking = server.browser();
    await server.ageRateLimits(limits.codeResendSeconds);
    await asking.requestCode(victim.email);
    const code = await server.codeFor(victim.email);

    const response = await use(token);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ success: true });
    expect(await viewerOf(intruder)).toBeNull();
    expect(await isSignedIn(victim)).toBe(false);
    expect((await asking.enterCode(victim.email, code)).status).toBe(400);
    const pending = { identifier: { startsWith: 'change-email-otp-', contains: victim.email } };
    expect(await database.verification.count({ where: pending })).toBe(0);
    const events = await database.auditEvent.findMany({
      where: { userId: victim.id, kind: 'account_secured' },
    });
    expect(events).toMatchObject([{ actorId: null, doneById: victim.id, sessionId: null }]);

    // The owner can sign in again. The intruder's browser isn't known any more.
    await signIn(victim.email);
    const before = (await noticesTo(victim.email)).length;
    await signIn(victim.email, intruder);
    expect(await noticesTo(victim.email)).toHaveLength(before + 1);
  });

  it('keeps the intruder’s browser from using up the attempts of the owner’s browsers', async () => {
    const { victim, intruder, token } = await intrusion();
    await use(token);
    const ofDevices = () =>
      database.rateLimit.count({ where: { key: { contains: '-device:' }, count: { gt: 0 } } });
    const before = await ofDevices();
    await server.ageRateLimits(limits.codeResendSeconds);
    await intruder.requestCode(victim.email);
    const code = await server.codeFor(victim.email);
    await intruder.enterCode(victim.email, code === '000000' ? '111111' : '000000');
    expect(await ofDevices()).toBe(before);
  });

  it('ends the session of an admin who impersonates the user, and of those whom the user impersonates', async () => {
    const { id, email, manager, send } = await server.impersonate();
    const link = secureAccountLink(createKeyedHmac([server.secret]), { id, email });
    await use(link.split('#')[1] ?? '');
    expect((await send('{ viewer { user { id } } }')).data.viewer).toBeNull();
    expect(await isSignedIn(manager)).toBe(true);

    const next = await server.impersonate();
    const own = { id: next.manager.id, email: next.manager.email };
    await use(secureAccountLink(createKeyedHmac([server.secret]), own).split('#')[1] ?? '');
    expect((await next.send('{ viewer { user { id } } }')).data.viewer).toBeNull();
  });

  it('does nothing when a scanner opens it, with GET, HEAD or from another site', async () => {
    const { victim, token } = await intrusion();
    await server.request(`/secure-account?token=${token}`, { headers: { accept: 'text/html' } });
    expect((await server.request(`${path}?token=${token}`)).status).toBe(404);
    expect((await server.request(path, { method: 'HEAD' })).ok).toBe(false);
    const foreign = { origin: 'https://evil.example' };
    expect((await server.browser().post(path, { token }, foreign)).status).toBe(403);
    expect(await isSignedIn(victim)).toBe(true);
  });

  it('works once, also of twenty at once, and with all links of before', async () => {
    const { victim, token } = await intrusion();
    await signIn(victim.email);
    const second = await tokenFor(victim.email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => use(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await signIn(victim.email);
    for (const used of [token, second]) {
      const response = await use(used);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(refusal);
    }
    expect(await database.session.count({ where: { userId: victim.id } })).toBe(1);
    expect((await use(await tokenFor(victim.email))).status).toBe(200);
  });

  it('is refused if expired, tampered with, of another person or of a former address', async () => {
    const { victim, token } = await intrusion();
    const other = await server.as('user');
    const [id = '', issuedAt = '', signature = ''] = token.split('.');
    const week = limits.secureAccountDays * 24 * 60 * 60 * 1_000;
    const hmac = createKeyedHmac([server.secret]);
    const signed = (time: number, email: string) =>
      `${id}.${time}.${hmac('secure account', `${id} ${time} ${email}`)}`;
    for (const wrong of [
      '',
      'x',
      `${id}.${issuedAt}.`,
      `${id}.${Number(issuedAt) + 1}.${signature}`,
      `${other.id}.${issuedAt}.${signature}`,
      `${token}x`,
      signed(Date.now() - week - 1, victim.email),
      signed(Date.now(), 'former@example.com'),
      signed(Number.NaN, victim.email),
    ]) {
      const response = await use(wrong);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual(refusal);
    }
    expect(await isSignedIn(victim)).toBe(true);
    expect(await isSignedIn(other)).toBe(true);
    expect((await use(signed(Date.now() - week + 60_000, victim.email))).status).toBe(200);
    expect(await isSignedIn(victim)).toBe(false);
  });

  it('is limited per network, and its token is in no log', async () => {
    const { token } = await intrusion();
    const browser = server.browser('198.51.100.77');
    let status = 0;
    for (let count = 0; status !== 429 && count < 500; count += 1) {
      status = (await use('x', browser)).status;
    }
    expect(status).toBe(429);
    expect((await use(token)).status).toBe(200);
    expect(JSON.stringify(server.lines)).not.toContain(token.split('.')[2]);
  });
});
