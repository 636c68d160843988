import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimits, type Key, maxKeys } from '#server/auth/limits/limit.ts';
import { createServiceAccount, createToken } from '#tests/support/access-tokens.ts';
import { createRepository } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const perMinute = 50_000;
const server = await serverForFile({ POINTS_PER_MINUTE: String(perMinute) });
for (let i = 0; i < 3; i += 1) await createRepository(server.database);

async function ask(query: string, headers: Record<string, string> = {}, variables = {}) {
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-include-cost': 'true', ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return { response, ...(await response.json()) };
}
const signedIn = async () => ({ cookie: (await server.as('user')).cookie });
const list =
  'query ($first: Int) { repositories(first: $first) { nodes { id name description } } }';

describe('a budget', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp(pointsPerMinute = 600) {
    const limits = createLimits({ pointsPerMinute, mutationsPerMinute: 1 });
    return {
      ...limits,
      spend: async (key: Key, points: number) =>
        (await limits.take('points', key, points)).retryAfter,
      left: async (key: Key) => (await limits.read('points', key)).quota.remaining,
      wait: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000),
    };
  }

  it('is full again a minute after its first use, and tells how long to wait', async () => {
    const { spend, left, wait, read } = setUp();
    expect(await spend('a', 500)).toBeUndefined();
    await wait(40);
    expect(await spend('a', 200)).toBe(20);
    expect(await left('a')).toBe(100);
    expect(await spend('a', 100)).toBeUndefined();
    expect((await read('points', 'a')).quota.resetSeconds).toBe(20);
    await wait(20);
    expect(await left('a')).toBe(600);
  });

  it('of a network is paid from those of its larger networks, too', async () => {
    const { spend, left, wait, charge } = setUp();
    const site = { name: '/48', share: 2 };
    const networkOf = (name: string) => [{ name, share: 1 }, site];
    expect(await spend(networkOf('a/64'), 600)).toBeUndefined();
    expect(await spend(networkOf('a/64'), 600)).toBe(60);
    expect(await spend(networkOf('b/64'), 600)).toBeUndefined();
    expect(await left(networkOf('c/64'))).toBe(0);
    expect(await spend(networkOf('c/64'), 60)).toBe(60);
    await wait(60);
    expect(await left(networkOf('c/64'))).toBe(600);
    charge('points', networkOf('c/64'), 700);
    expect(await left(networkOf('c/64'))).toBe(0);
    expect(await spend(networkOf('c/64'), 50)).toBe(60);
  });

  it('is forgotten when many others were used since', async () => {
    const { spend, left } = setUp();
    await spend('used', 600);
    await spend('forgotten', 600);
    for (let i = 2; i < maxKeys; i += 1) await spend(`other ${i}`, 1);
    expect(await left('used')).toBe(0);
    await spend('one more', 1);
    expect(await left('used')).toBe(0);
    expect(await left('forgotten')).toBe(600);
  });
});

describe('the cost of a request', () => {
  it('is in the answer and its headers for clients that ask, and for no others', async () => {
    const person = await signedIn();
    const { extensions, response } = await ask(list, person);
    const { requested, limit, remaining } = extensions.cost;
    expect(limit).toBe(perMinute);
    expect(requested).toBeGreaterThan(1_000);
    expect(remaining).toBe(perMinute - requested);
    expect(response.headers.get('ratelimit-policy')).toBe(
      `"points";q=${perMinute};w=60, "mutations";q=300;w=60`,
    );
    const [, left, reset] = /^"points";r=(\d+);t=(\d+)$/.exec(
      response.headers.get('ratelimit') ?? '',
    ) as unknown as string[];
    expect(Number(left)).toBe(remaining);
    expect(Number(reset)).toBe(60);

    const body = JSON.stringify({ query: list });
    const headers = { 'content-type': 'application/json', ...person };
    const quiet = await server.request('/api/graphql', { method: 'POST', headers, body });
    expect(await quiet.json()).not.toHaveProperty('extensions');
    expect(quiet.headers.has('ratelimit')).toBe(false);
  });

  it('follows the variables of a document that is sent again', async () => {
    const person = await signedIn();
    const price = async (first?: number | null) =>
      (await ask(list, person, { first })).extensions.cost.requested;
    const prices = [await price(1), await price(30), await price(), await price(1)];
    expect(prices[0]).toBeLessThan(prices[2] as number);
    expect(prices[2]).toBeLessThan(prices[1] as number);
    expect(prices[3]).toBe(prices[0]);
    await ask(list, person, { 'first;50': 1 });
    const { requested } = (await ask(list, person, { first: 50 })).extensions.cost;
    expect(requested).toBeGreaterThan(prices[1] as number);
  });
});

describe('rateLimit', () => {
  it('tells cost and budget of the request', async () => {
    const query = `{ rateLimit { limit remaining resetAt cost } repositories { nodes { name } } }`;
    const { data, extensions } = await ask(query, await signedIn());
    expect(data.repositories.nodes).toHaveLength(3);
    expect(data.rateLimit).toMatchObject({ limit: perMinute, cost: extensions.cost.requested });
    expect(data.rateLimit.remaining).toBe(perMinute - extensions.cost.requested);
    const wait = Date.parse(data.rateLimit.resetAt) - Date.now();
    expect(wait).toBeGreaterThan(50_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });
});

describe('an empty budget', () => {
  const costly = `{ repositories(first: 100) { nodes { ${Array.from({ length: 5 }, (_, i) => `a${i}: description`).join(' ')} } } }`;

  it('is answered by 429 with the time to wait, before any SQL but the session, for one principal', async () => {
    const busy = await server.as('user');
    await server.database.repository.createMany({
      data: Array.from({ length: 100 }, (_, i) => ({
        id: `repo_${String(i).padStart(26, '0')}`,
        name: `many ${i}`,
        link: 'https://example.com/many',
      })),
    });
    expect((await busy.send(costly)).errors).toEqual([]);
    const refused = await busy.send(costly);
    expect(refused.status).toBe(429);
    expect(refused.statements).toBe(1);
    const given: Record<string, unknown> = { ...refused.errors[0]?.extensions };
    expect(given.code).toBe('RATE_LIMITED');
    expect(given.cost).toBeGreaterThan(perMinute / 2);
    expect(given.retryAfter).toBeGreaterThan(0);
    expect(refused.headers.get('retry-after')).toBe(String(given.retryAfter));
    expect(refused.headers.get('ratelimit')).toMatch(/^"points";r=\d+;t=\d+$/);
    expect((await (await server.as('user')).send(costly)).errors).toEqual([]);
    expect((await server.sendAs()('{ setup { appName } }')).errors).toEqual([]);
  });

  it('is used up by invalid documents, which are refused then', async () => {
    for (const document of ['{ unknown }', '{ setup {']) {
      const person = await server.as('user');
      const codes = [];
      for (let i = 0; i < 10; i += 1)
        codes.push((await person.send(document)).errors[0]?.extensions.code);
      expect(codes.at(-1)).toBe('RATE_LIMITED');
      expect(codes.indexOf('RATE_LIMITED')).toBeGreaterThan(4);
      expect((await (await server.as('user')).send(list)).errors).toEqual([]);
    }
  });

  it('is shared by a person, their tokens and the service accounts that they made', async () => {
    const owner = await server.as('admin');
    const account = await createServiceAccount(owner);
    const other = await createServiceAccount(owner, 'Another robot');
    const tokens = [
      await createToken(owner),
      await createToken(owner, { userId: account }),
      await createToken(owner, { userId: other }),
    ];
    const remaining = async (headers: Record<string, string>) =>
      (await ask('{ setup { appName } }', headers)).extensions.cost.remaining;
    // This takes a second. Refilling the same amount takes half a minute.
    while ((await remaining({ cookie: owner.cookie })) > perMinute / 2) await owner.send(costly);
    for (const { secret } of tokens) {
      expect(await remaining({ authorization: `Bearer ${secret}` })).toBeLessThan(perMinute * 0.9);
    }
  });

  it('is used up by mutations too', async () => {
    const limited = await server.as('user');
    const begin = performance.now();
    for (let i = 0; i < 5; i += 1) await mutate(limited, 'updateViewer', { name: 'Renamed' });
    const { extensions } = await ask('{ viewer { permissions } }', { cookie: limited.cookie });
    // Five mutations of about 2,000 points each, minus what was refilled since.
    const refilled = ((performance.now() - begin) / 60_000) * perMinute;
    expect(extensions.cost.remaining).toBeLessThan(perMinute - 10_000 + refilled);
    expect(extensions.cost.remaining).toBeGreaterThan(perMinute - 15_000);
  });
});
