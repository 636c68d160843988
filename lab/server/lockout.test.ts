import { describe, expect, it } from 'vitest';
import { storedRules } from '#server/auth/limits/rules.ts';
import { unique } from '#tests/support/factories.ts';
import type { Browser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

const minute = 60;
const hour = 60 * minute;
const attackerNetwork = '203.0.113.7';
const ownerNetwork = '198.51.100.20';
const address = () => `${unique('person')}@example.com`;
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const waitOf = (response: Response) => Number(response.headers.get('retry-after'));
const codeOf = async (response: Response) => (await response.json()).code;
let networks = 0;
const freshNetwork = () => {
  networks += 1;
  return `100.${64 + Math.floor(networks / 250)}.${networks % 250}.1`;
};

async function guessFor(browser: Browser, email: string, seconds: number): Promise<number> {
  let guesses = 0;
  for (let passed = 0; passed < seconds; ) {
    const response = await browser.enterCode(email, wrongFor('000000'));
    if (response.status === 429) {
      const wait = Math.min(waitOf(response), seconds - passed);
      await server.ageRateLimits(wait);
      passed += wait;
    } else guesses += 1;
  }
  return guesses;
}

async function signsInAtOnce(browser: Browser, email: string): Promise<void> {
  expect((await browser.requestCode(email)).status).toBe(200);
  const code = await server.codeFor(email);
  expect((await browser.enterCode(email, code)).status).toBe(200);
}

const changePath = '/api/auth/email-otp/request-email-change';
const enterChangePath = '/api/auth/email-otp/change-email';

async function signedIn(network = freshNetwork()): Promise<Browser> {
  const browser = server.browser(network);
  await signsInAtOnce(browser, address());
  return browser;
}

describe('an attacker who knows an address', () => {
  it('asks for one code and guesses for 84 minutes: the owner signs in from a new browser at once', async () => {
    const email = address();
    const attacker = server.browser(attackerNetwork);
    expect((await attacker.requestCode(email)).status).toBe(200);
    expect(await guessFor(attacker, email, 84 * minute)).toBeGreaterThan(5);
    await server.ageRateLimits(20 * minute);
    await signsInAtOnce(server.browser(ownerNetwork), email);
  });

  it('asks for as many codes as possible: the owner still gets one in a new browser', async () => {
    const email = address();
    for (let mail = 0; mail < 5; mail += 1) {
      expect((await server.browser(attackerNetwork).requestCode(email)).status).toBe(200);
      await server.ageRateLimits(31);
    }
    expect((await server.browser(attackerNetwork).requestCode(email)).status).toBe(429);
    await signsInAtOnce(server.browser(ownerNetwork), email);
  });

  it('asks and guesses from ten networks for a day: the owner signs in from a new browser at once', async () => {
    const email = address();
    const attackers = Array.from({ length: 10 }, freshNetwork);
    let guesses = 0;
    for (let passed = 0; passed < 24; passed += 4) {
      for (const network of attackers) {
        const browser = server.browser(network);
        if (!(await browser.requestCode(email)).ok) continue;
        for (let guess = 0; guess < 3; guess += 1) {
          const refused = (await browser.enterCode(email, '000000')).status === 429;
          guesses += refused ? 0 : 1;
        }
      }
      await server.ageRateLimits(4 * hour);
    }
    // 99 guesses at a million codes succeed less than once in 10,000 times.
    expect(guesses).toBeGreaterThan(30);
    expect(guesses).toBeLessThan(100);
    await signsInAtOnce(server.browser(ownerNetwork), email);
  });

  it('does not learn from the answers that the owner has just asked', async () => {
    const [watched, control] = [address(), address()];
    await server.browser(ownerNetwork).requestCode(watched);
    const answers = async (email: string) => {
      const seen = [];
      const attacker = server.browser(freshNetwork());
      for (let ask = 0; ask < 6; ask += 1) {
        const response = await attacker.requestCode(email);
        seen.push([response.status, Math.round(waitOf(response) / minute)]);
        await server.ageRateLimits(31);
      }
      return seen;
    };
    expect(await answers(watched)).toEqual(await answers(control));
  });

  it('mails plus-addresses of a mailbox: they are counted as the one mailbox they are', async () => {
    const name = unique('person');
    const attacker = server.browser(attackerNetwork);
    const statuses = [];
    for (let tag = 0; tag < 10; tag += 1) {
      statuses.push((await attacker.requestCode(`${name}+${tag}@example.com`)).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    await server.ageRateLimits(31);
    expect((await attacker.requestCode(`${name}.x@gmail.com`)).status).toBe(200);
    expect((await attacker.requestCode(`${name}x+1@googlemail.com`)).status).toBe(429);
    const owner = server.browser(ownerNetwork);
    await signsInAtOnce(owner, `${name}+mine@example.com`);
    const user = await server.database.user.findFirst({ where: { email: { startsWith: name } } });
    expect(user?.email).toBe(`${name}+mine@example.com`);
  });
});

describe('a change of address', () => {
  it('is not hindered by guesses of other people, whether or not they asked for codes', async () => {
    const newEmail = address();
    const owner = await signedIn();
    expect((await owner.post(changePath, { newEmail })).status).toBe(200);
    const code = await server.codeFor(newEmail);
    const attacker = await signedIn();
    for (let guess = 0; guess < 8; guess += 1) {
      await attacker.post(enterChangePath, { newEmail, otp: wrongFor(code) });
    }
    const asking = await signedIn();
    expect((await asking.post(changePath, { newEmail })).status).toBe(200);
    for (let guess = 0; guess < 8; guess += 1) {
      await asking.post(enterChangePath, { newEmail, otp: wrongFor(code) });
    }
    expect((await owner.post(enterChangePath, { newEmail, otp: code })).status).toBe(200);
  });

  it('is not hindered by others who request sign-in codes for that address', async () => {
    const newEmail = address();
    for (let mail = 0; mail < 5; mail += 1) {
      await server.browser(attackerNetwork).requestCode(newEmail);
      await server.ageRateLimits(31);
    }
    const owner = await signedIn();
    expect((await owner.post(changePath, { newEmail })).status).toBe(200);
    const otp = await server.codeFor(newEmail);
    expect((await owner.post(enterChangePath, { newEmail, otp })).status).toBe(200);
  });

  it('cannot be used to mail codes to many unrelated addresses', async () => {
    const person = await signedIn();
    const statuses = [];
    for (let round = 0; round < 40; round += 1) {
      statuses.push((await person.post(changePath, { newEmail: address() })).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
  });
});

/** Ten at a time: a slow machine refuses some of hundreds of concurrent requests as busy. */
async function tenAtATime<Reply>(count: number, send: (at: number) => Promise<Reply>) {
  const replies: Reply[] = [];
  for (let at = 0; at < count; at += 10) {
    const some = Array.from({ length: Math.min(10, count - at) }, (_, next) => send(at + next));
    replies.push(...(await Promise.all(some)));
  }
  return replies;
}

describe('a network that asks for very many codes', () => {
  /** Returns the number of granted requests, without what refilled in the meantime. `share` multiplies the limit of the network. */
  async function flood(addresses: string[], share = 1): Promise<number> {
    const begin = performance.now();
    const replies = await tenAtATime(addresses.length, (at) =>
      server.browser(addresses[at] ?? '').requestCode(address()),
    );
    const hours = (performance.now() - begin) / 3_600_000;
    return (
      replies.filter(({ ok }) => ok).length - hours * share * storedRules['send-anyone'].perHour
    );
  }

  /** A share grows while a test waits, which allows another request. */
  async function untilRefused(from: string): Promise<Response> {
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const response = await server.browser(from).requestCode(address());
      if (response.status === 429) return response;
    }
    throw new Error('never refused');
  }

  it('gets a burst, is told how long to wait, and hinders no other network', async () => {
    const from = freshNetwork();
    expect(await flood(Array.from({ length: 90 }, () => from))).toBeLessThan(65);
    const refused = await untilRefused(from);
    expect(await codeOf(refused)).toBe('RATE_LIMITED');
    expect(waitOf(refused)).toBeLessThan(10);
    await server.ageRateLimits(waitOf(refused));
    expect((await server.browser(from).requestCode(address())).status).toBe(200);
    await signsInAtOnce(server.browser(freshNetwork()), address());
  });

  it('is one network in all its IPv6 subnets, and in neighbouring IPv4 addresses', {
    timeout: 120_000,
  }, async () => {
    const subnets = Array.from({ length: 160 }, (_, i) => `2001:db8:77:${i.toString(16)}::1`);
    expect(await flood(subnets, 2)).toBeLessThan(130);
    const neighbours = Array.from({ length: 254 }, (_, i) => `192.0.2.${i + 1}`);
    expect(await flood([...neighbours, ...neighbours], 4)).toBeLessThan(260);
    expect((await server.browser('2001:db8:78::1').requestCode(address())).status).toBe(200);
  });

  it('does not use up what people who signed in before from there may ask for', async () => {
    const from = freshNetwork();
    const email = address();
    const known = server.browser(from);
    await signsInAtOnce(known, email);
    await flood(Array.from({ length: 90 }, () => from));
    await untilRefused(from);
    await signsInAtOnce(known, email);
  });
});
