/** Mutations with an Idempotency-Key are executed once, also by two instances. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotency } from '#server/graphql/limits.ts';
import { deleteExpired } from '#server/retention.ts';
import { unique } from '#tests/support/factories.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let other: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startServer({ MUTATIONS_PER_MINUTE: '60' });
  // A second instance on the same database.
  other = await startServer({}, server.url);
  admin = await server.as('admin');
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});

const create = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "git.example.com/a" }) { repository { id name } errors { code } }
}`;

type Sent = { as?: { cookie: string }; to?: TestServer; query?: string; variables?: object };

/** Sends a mutation with a key; the body is compared without the ID of its request. */
async function send(key: string, { as = admin, to = server, query = create, variables }: Sent) {
  const response = await to.request('/api/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(as.cookie ? { cookie: as.cookie } : {}),
      'idempotency-key': key,
    },
    body: JSON.stringify({ query, variables }),
  });
  const text = await response.text();
  const { data, errors = [] } = JSON.parse(text);
  const isReplayed = response.headers.get('idempotency-replayed') === 'true';
  const codes = errors.map((error: { extensions: { code: string } }) => error.extensions.code);
  return { status: response.status, headers: response.headers, text, data, codes, isReplayed };
}

const named = (name = unique('once')) => ({ variables: { name } });
const count = (name: string) => server.database.repository.count({ where: { name } });
const stored = () =>
  server.database.idempotencyKey.findFirstOrThrow({ orderBy: { createdAt: 'desc' } });

describe('the same key', () => {
  it('is answered with the same status and body, by every instance, and changes nothing', async () => {
    const key = unique('key');
    const sent = named();
    const first = await send(key, sent);
    expect(first.data.createRepository.repository.name).toBe(sent.variables.name);
    expect(first.isReplayed).toBe(false);
    for (const to of [server, other]) {
      const again = await send(key, { ...sent, to });
      expect(again.isReplayed).toBe(true);
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    }
    expect(await count(sent.variables.name)).toBe(1);
    // Sent without the key, the name is taken.
    expect((await admin.send(create, sent.variables)).data.createRepository.errors).toEqual([
      { code: 'NAME_ALREADY_USED' },
    ]);
  });

  it('repeats the errors of a payload, and of one field beside another that succeeded', async () => {
    const key = unique('key');
    const query = `mutation ($name: String!) {
      a: createRepository(input: { name: $name, link: "git.example.com/a" }) { errors { code } }
      b: createRepository(input: { name: "", link: "x" }) { errors { code field } }
      c: updateViewer(input: { name: "Renamed" }) { viewer { impersonator { id } } errors { code } }
      d: revokeSession(input: { id: "ses_nothing" }) { errors { code } }
    }`;
    const sent = { query, ...named() };
    const first = await send(key, sent);
    expect(first.data.b.errors.length).toBeGreaterThan(0);
    expect((await send(key, sent)).text).toBe(first.text);
  });

  it.each([
    ['other variables', () => named()],
    ['another document', () => ({ query: create.replace('id name', 'id'), ...named('same') })],
  ])('is refused for %s', async (_what, changed) => {
    const key = unique('key');
    await send(key, named(unique('first')));
    const refused = await send(key, changed());
    expect([refused.status, refused.codes]).toEqual([422, ['IDEMPOTENCY_KEY_REUSED']]);
    expect(refused.headers.has('retry-after')).toBe(false);
  });

  it('of two requests at once is executed once; the other waits or gets the answer', async () => {
    const key = unique('key');
    const sent = named();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => send(key, { ...sent, to: i % 2 ? other : server })),
    );
    expect(await count(sent.variables.name)).toBe(1);
    const executed = answers.filter(({ status, isReplayed }) => status === 200 && !isReplayed);
    expect(executed).toHaveLength(1);
    for (const { status, codes, headers, text } of answers) {
      if (status === 200) expect(text).toBe(executed[0]?.text);
      else {
        expect([status, codes]).toEqual([409, ['IDEMPOTENCY_KEY_IN_USE']]);
        expect(headers.get('retry-after')).toBe('1');
      }
    }
  });

  it('of another person is another key, which tells nothing', async () => {
    const key = unique('key');
    const sent = named();
    await send(key, sent);
    const answer = await send(key, { ...sent, as: await server.as('admin') });
    expect(answer.isReplayed).toBe(false);
    expect(answer.data.createRepository.errors).toEqual([{ code: 'NAME_ALREADY_USED' }]);
  });

  it('can be used again after a day', async () => {
    const key = unique('key');
    const [sent, next] = [named(), named()];
    await send(key, sent);
    await server.database.$executeRaw`
      UPDATE "idempotency_key" SET "createdAt" = now() - make_interval(hours => ${idempotency.hours}::int)`;
    const answer = await send(key, next);
    expect(answer.isReplayed).toBe(false);
    expect(await count(next.variables.name)).toBe(1);
  });

  it('stays in use if its request never ended', async () => {
    const key = unique('key');
    const sent = named();
    await send(key, sent);
    await server.database.idempotencyKey.updateMany({ data: { answer: null } });
    expect((await send(key, sent)).codes).toEqual(['IDEMPOTENCY_KEY_IN_USE']);
  });
});

describe('a request that changes nothing does not use up its key:', () => {
  it.each<[string, () => Promise<Sent>]>([
    ['forbidden', async () => ({ as: await server.as('user'), ...named() })],
    ['a variable of the wrong type', async () => ({ variables: { name: 7 } })],
    ['anonymous', async () => ({ as: { cookie: '' }, ...named() })],
    ['a query', async () => ({ query: '{ viewer { permissions } }' })],
  ])('%s', async (_what, make) => {
    const before = await server.database.idempotencyKey.count();
    const sent = await make();
    const key = unique('key');
    expect((await send(key, sent)).isReplayed).toBe(false);
    expect((await send(key, sent)).isReplayed).toBe(false);
    expect(await server.database.idempotencyKey.count()).toBe(before);
  });

  it('over the limit of mutations', async () => {
    const busy = await server.as('admin');
    const many = (length: number) => ({
      as: busy,
      query: `mutation { ${Array.from({ length }, (_, i) => `a${i}: updateViewer(input: { name: "A" }) { errors { code } }`).join(' ')} }`,
    });
    for (let i = 0; i < 6; i += 1) await send(unique('key'), many(10));
    const before = await server.database.idempotencyKey.count();
    expect((await send(unique('key'), many(10))).status).toBe(429);
    expect(await server.database.idempotencyKey.count()).toBe(before);
  });
});

it.each(['', 'x'.repeat(256), 'schlüssel'])('refuses the key %j', async (key) => {
  const answer = await send(encodeLatin(key), named());
  expect(answer.codes).toEqual(['BAD_REQUEST']);
});

/** A header value with the bytes of a text. */
const encodeLatin = (text: string) => Buffer.from(text).toString('latin1');

describe('what is stored', () => {
  it('holds neither key, nor answer, nor variables in clear', async () => {
    const key = unique('a-key');
    const sent = named(unique('secret-name'));
    await send(key, sent);
    const row = JSON.stringify(await stored());
    expect(row).toContain(admin.id);
    for (const secret of [key, sent.variables.name, 'createRepository']) {
      expect(row).not.toContain(secret);
    }
  });

  it('holds no secret of a new access token in clear, which the same request is answered again', async () => {
    const query = `mutation {
      createAccessToken(input: { name: "CI", scopes: [REPOSITORY_CREATE], expiresInDays: 30 }) { secret }
    }`;
    const key = unique('key');
    const { data } = await send(key, { query });
    const { secret } = data.createAccessToken;
    expect(secret).toMatch(/^atr_/);
    const rows = await server.database.idempotencyKey.findMany({ where: { userId: admin.id } });
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect((await send(key, { query, to: other })).data.createAccessToken).toEqual({ secret });
    // The key of another user is another key.
    const [another, tokens] = [await server.as('admin'), server.database.accessToken];
    expect((await send(key, { query, as: another })).data.createAccessToken.secret).not.toBe(
      secret,
    );
    expect(await tokens.count({ where: { userId: { in: [admin.id, another.id] } } })).toBe(2);
  });

  it('is nothing without the header, which costs no statement', async () => {
    const before = await server.database.idempotencyKey.count();
    await admin.send(create, named().variables);
    expect(await server.database.idempotencyKey.count()).toBe(before);
  });

  it('ends with its day, and with its user', async () => {
    const leaving = await server.as('admin');
    await send(unique('key'), { as: leaving, ...named() });
    await server.database.user.delete({ where: { id: leaving.id } });
    expect(await server.database.idempotencyKey.count({ where: { userId: leaving.id } })).toBe(0);
    await server.database
      .$executeRaw`UPDATE "idempotency_key" SET "createdAt" = now() - interval '25 hours'`;
    await deleteExpired(server.database);
    expect(await server.database.idempotencyKey.count()).toBe(0);
  });

  it('is no long answer, after which the key stays in use', async () => {
    const key = unique('key');
    const field = `viewer { ${Array.from({ length: 40 }, (_, i) => `a${i}: permissions`).join(' ')} } errors { code }`;
    const query = `mutation { ${Array.from({ length: 2 }, (_, i) => `a${i}: updateViewer(input: { name: "A" }) { ${field} }`).join(' ')} }`;
    const first = await send(key, { query });
    expect(first.text.length).toBeGreaterThan(idempotency.answerCharacters);
    expect((await send(key, { query })).codes).toEqual(['IDEMPOTENCY_KEY_IN_USE']);
  });
});

it('a user has a number of keys per day', async () => {
  const busy = await server.as('admin');
  await send(unique('key'), { as: busy, ...named() });
  await server.database.$executeRaw`
    UPDATE "rate_limit" SET "times" = ARRAY[now() + interval '24 hours'] WHERE "key" LIKE 'idempotency:%'`;
  const sent = named();
  const refused = await send(unique('key'), { as: busy, ...sent });
  expect([refused.status, refused.codes]).toEqual([429, ['RATE_LIMITED']]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
  expect(await count(sent.variables.name)).toBe(0);
});
