import { describe, expect, it } from 'vitest';
import { unique } from '#tests/support/factories.ts';
import { type Browser, startServer, type TestServer } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

/** Requests don't come from this trusted proxy, so their forwarding headers are spoofed. */
const behindProxy = { TRUSTED_PROXIES: '192.0.2.1', SMTP_URL: 'smtp://127.0.0.1:1' };

const server = await serverForFile(behindProxy, {
  expectedErrors: /rate_limit.* does not exist/,
});

const minute = 60;
const hour = 60 * minute;
const address = () => `${unique('person')}@example.com`;
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const waitOf = (response: Response) => Number(response.headers.get('retry-after'));
const codeOf = async (response: Response) => (await response.json()).code;

async function requestCodePatiently(browser: Browser, email: string): Promise<string> {
  for (;;) {
    const response = await browser.requestCode(email);
    if (response.ok) return server.codeFor(email);
    await server.ageRateLimits(waitOf(response));
  }
}

async function guessWrong(browser: Browser, email: string, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const code = await requestCodePatiently(browser, email);
    for (let each = 0; each < 3 && done < times; ) {
      const response = await browser.enterCode(email, wrongFor(code));
      if (response.status === 429) await server.ageRateLimits(waitOf(response));
      else {
        each += 1;
        done += 1;
      }
    }
  }
}

describe('mails', () => {
  it('are at most 5 an hour and 20 a day for one address', async () => {
    const email = address();
    const asking = async () => (await server.browser().requestCode(email)).status;
    for (let block = 0; block < 4; block += 1) {
      for (let mail = 0; mail < 5; mail += 1) {
        expect(await asking()).toBe(200);
        await server.ageRateLimits(minute);
      }
      const refused = await server.browser().requestCode(email);
      expect(refused.status).toBe(429);
      expect(waitOf(refused)).toBeGreaterThan(block < 3 ? 54 * minute : 20 * hour);
      await server.ageRateLimits(hour);
    }
    expect(await asking()).toBe(429);
    await server.ageRateLimits(21 * hour);
    expect(await asking()).toBe(200);
  });
});

describe('wrong codes', () => {
  it('cost 30 seconds after three, then 1, 2, 5, 15 and 60 minutes; new codes change nothing', async () => {
    const email = address();
    const browser = server.browser();
    const code = await requestCodePatiently(browser, email);
    for (let guess = 0; guess < 3; guess += 1) {
      expect(await codeOf(await browser.enterCode(email, wrongFor(code)))).toBe('INVALID_OTP');
    }
    for (const wait of [30, minute, 2 * minute, 5 * minute, 15 * minute, hour, hour]) {
      await server.database.rateLimit.deleteMany({ where: { key: { startsWith: 'mail-' } } });
      const right = await requestCodePatiently(browser, email);
      const refused = await browser.enterCode(email, right);
      expect(refused.status).toBe(429);
      expect(Math.abs(waitOf(refused) - wait)).toBeLessThan(5);
      await server.ageRateLimits(wait);
      expect(await codeOf(await browser.enterCode(email, wrongFor(right)))).toBe('INVALID_OTP');
    }
  });

  it('are at most 100 in a row; then there is one try a day', async () => {
    const email = address();
    const browser = server.browser();
    await guessWrong(browser, email, 4);
    await server.database.rateLimit.updateMany({
      where: { key: { startsWith: 'try-browser:' }, count: 4 },
      data: { count: 99 },
    });
    await server.ageRateLimits(hour);
    await guessWrong(browser, email, 1);
    expect(waitOf(await browser.enterCode(email, '000000'))).toBeGreaterThan(23 * hour);
    await server.ageRateLimits(24 * hour);
    const code = await requestCodePatiently(browser, email);
    expect((await browser.enterCode(email, code)).status).toBe(200);
  });

  it('are forgotten when the right one is entered', async () => {
    const email = address();
    const browser = server.browser();
    await guessWrong(browser, email, 5);
    await server.ageRateLimits(2 * minute);
    expect(
      (await browser.enterCode(email, await requestCodePatiently(browser, email))).status,
    ).toBe(200);
    const again = server.browser();
    const code = await requestCodePatiently(again, email);
    expect(await codeOf(await again.enterCode(email, wrongFor(code)))).toBe('INVALID_OTP');
    expect((await again.enterCode(email, code)).status).toBe(200);
  });
});

describe('a code belongs to the browser that asked for it', () => {
  it('whose cookie cannot be made up', async () => {
    const email = address();
    const browser = server.browser();
    const code = await requestCodePatiently(browser, email);
    const [, name = '', signature = '', asked = ''] =
      /^atrium\.code=([\w-]+)\.([\w-]+)~([\w.-]+)$/.exec(browser.cookie()) ?? [];
    expect(signature).toHaveLength(43);
    const otherBrowser = server.browser();
    await otherBrowser.requestCode(address());
    const [, theirs = ''] = /^atrium\.code=([\w-]+\.[\w-]+)~/.exec(otherBrowser.cookie()) ?? [];
    for (const forged of [
      name,
      `${name}.~${asked}`,
      `${name}.${'A'.repeat(43)}~${asked}`,
      `x${name}.${signature}~${asked}`,
      `${name}.${signature}~9${asked.slice(1)}`,
      `${theirs}~${asked}`,
    ]) {
      const cookie = `atrium.code=${forged}`;
      const response = await server.post(
        '/api/auth/sign-in/email-otp',
        { email, otp: code },
        cookie,
      );
      expect(response.ok).toBe(false);
    }
    expect((await browser.enterCode(email, code)).status).toBe(200);
  });
});

describe('a browser that is remembered', () => {
  it('has no more tries than anybody', async () => {
    const email = address();
    const owner = server.browser();
    await owner.enterCode(email, await requestCodePatiently(owner, email));
    const code = await requestCodePatiently(owner, email);
    for (let guess = 0; guess < 3; guess += 1) {
      expect((await owner.enterCode(email, wrongFor(code))).status).toBe(400);
    }
    expect((await owner.enterCode(email, code)).status).toBe(429);
    expect((await owner.requestCode(email)).status).toBe(429);
  });

  it('is remembered for each of the last five people, and for nobody else', async () => {
    const owner = server.browser();
    const people = Array.from({ length: 6 }, address);
    for (const email of people)
      await owner.enterCode(email, await requestCodePatiently(owner, email));
    const marks = /atrium\.device=([^;]+)/.exec(owner.cookie())?.[1]?.split('~') ?? [];
    expect(marks).toHaveLength(5);
    expect(new Set(marks).size).toBe(5);
    expect(owner.cookie()).not.toMatch(/example/);
  });
});

describe('whoever an address belongs to', () => {
  const seen = async (where: TestServer, email: string) => {
    const response = await where.browser().requestCode(email);
    const headers = Object.fromEntries(response.headers);
    const id = headers['x-request-id'];
    headers['x-request-id'] = '';
    headers.date = '';
    const wait = Number(/t=(\d+)/.exec(headers.ratelimit ?? '')?.[1] ?? 0);
    headers.ratelimit = headers.ratelimit?.replace(/t=\d+/, 't=…') ?? '';
    headers['set-cookie'] = headers['set-cookie']?.replace(/=[\w.~-]+/, '=…') ?? '';
    const statements = where.lines.findLast((line) => line.requestId === id)?.sql;
    return { status: response.status, body: await response.text(), headers, statements, wait };
  };
  /** The seconds to wait may differ by those that a busy machine takes. */
  const expectAlike = (one: Awaited<ReturnType<typeof seen>>, other: typeof one) => {
    expect(Math.abs(one.wait - other.wait)).toBeLessThan(5);
    expect(one).toEqual({ ...other, wait: one.wait });
  };
  const known = async (where: TestServer, banned = false) => {
    const { id, email } = await where.as('user');
    await where.database.user.update({ where: { id }, data: { banned } });
    await where.ageRateLimits(hour);
    return email;
  };

  it.each(['true', 'false'])(
    'the answer is the same, also to the second request, with SIGNUP_ENABLED=%s',
    async (SIGNUP_ENABLED) => {
      const where = await startServer({ SIGNUP_ENABLED });
      const people = [await known(where), await known(where, true), address()];
      const first = [];
      for (const email of people) first.push(await seen(where, email));
      const second = [];
      for (const email of people) second.push(await seen(where, email));
      for (const each of second) {
        expect(each.status).toBe(429);
        each.headers['retry-after'] = '';
      }
      for (const [one, ...others] of [first, second]) {
        for (const other of others) if (one) expectAlike(one, other);
      }
      await where.stop();
    },
  );

  it('an unknown one gets no mail, and no account by any code, where nobody may sign up', async () => {
    const where = await startServer({ SIGNUP_ENABLED: 'false' });
    // The email stays in the outbox until the code has been read.
    await where.app.worker.stop();
    const email = address();
    const browser = where.browser();
    await browser.requestCode(email);
    const code = await where.codeFor(email);
    expect(await codeOf(await browser.enterCode(email, code))).toBe('INVALID_OTP');
    expect(await where.database.user.count()).toBe(0);
    const worker = await startServer({}, where.url);
    worker.app.worker.wake();
    await expect.poll(() => where.database.mail.count()).toBe(0);
    expect(worker.lines.filter(({ msg }) => msg === 'mail.sent')).toEqual([]);
    await worker.stop();
    await where.stop();
  });
});

describe('the demo', () => {
  it('lets all its visitors in as the same few people', async () => {
    const demo = await startServer({ DEMO: 'true' });
    await demo.as('user').then(async ({ email }) => {
      for (let visit = 0; visit < 8; visit += 1) {
        const visitor = demo.browser();
        expect((await visitor.requestCode(email)).status).toBe(200);
        expect((await visitor.enterCode(email, '111111')).status).toBe(400);
        expect((await visitor.enterCode(email, '000000')).status).toBe(200);
      }
    });
    await demo.stop();
  });
});

describe('requests for signing in and out', () => {
  it('are counted together from all addresses of an IPv6 network', async () => {
    const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
    const signOut = async (address: string) =>
      (await server.request('/api/auth/sign-out', { method: 'POST', headers }, address)).status;
    const statuses: number[] = [];
    while (statuses.length < 500 && !statuses.includes(429)) {
      statuses.push(await signOut(`2001:db8:5:6::${statuses.length.toString(16)}`));
    }
    expect(statuses.at(-1)).toBe(429);
    expect(await signOut('2001:db8:5:7::1')).not.toBe(429);
  });
});

describe('without the table of limits', () => {
  const mails = () => server.database.mail.count();
  const rename = (from: string, to: string) =>
    server.database.$executeRawUnsafe(`ALTER TABLE "${from}" RENAME TO "${to}"`);

  it('no code is sent, and none opens a session', async () => {
    const [email, other] = [address(), address()];
    const browser = server.browser();
    const code = await requestCodePatiently(browser, email);
    const before = await mails();
    await rename('rate_limit', 'rate_limit_away');
    try {
      expect((await server.browser().requestCode(other)).status).toBeGreaterThanOrEqual(500);
      expect((await browser.enterCode(email, code)).status).toBeGreaterThanOrEqual(500);
      expect(await mails()).toBe(before);
    } finally {
      await rename('rate_limit_away', 'rate_limit');
    }
    expect((await browser.enterCode(email, code)).status).toBe(200);
  });

  it('no invitation is sent', async () => {
    const admin = await server.as('admin');
    const email = address();
    const invite = () => mutate(admin, 'createUser', { email, role: 'USER' });
    const before = await mails();
    await rename('rate_limit', 'rate_limit_away');
    try {
      expect(await invite()).not.toEqual([]);
    } finally {
      await rename('rate_limit_away', 'rate_limit');
    }
    expect(await mails()).toBe(before);
    expect(await server.database.user.count({ where: { email } })).toBe(0);
    expect(await invite()).toEqual([]);
  });
});
