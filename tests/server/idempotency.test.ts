import { randomBytes } from 'node:crypto';
import { getNamedType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { idempotency } from '#server/graphql/limits/limits.ts';
import { deleteExpired, dropOldestAnswers } from '#server/retention.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { createOrganization, unique } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';

let server: TestServer;
let other: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startServer({ MUTATIONS_PER_MINUTE: '60' });
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
    expect((await admin.send(create, sent.variables)).data.createRepository.errors).toEqual([
      { code: 'NAME_ALREADY_USED' },
    ]);
  });

  it('repeats the errors of a payload, and of one field beside another that succeeded', async () => {
    const key = unique('key');
    const query = `mutation ($name: String!) {
      a: createRepository(input: { name: $name, link: "git.example.com/a" }) { errors { code } }
      b: createRepository(input: { name: "", link: "x" }) { errors { code field } }
      c: updateViewer(input: { name: "Renamed" }) { viewer { session { id } } errors { code } }
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

  it('is answered again for the token of a user, who creates in an organization only', async () => {
    const owner = await server.as('user');
    const { id: organizationId } = await createOrganization(server.database, { ownerId: owner.id });
    const scopes = ['ORGANIZATION_READ', 'REPOSITORY_READ', 'REPOSITORY_CREATE'];
    const { secret } = await createToken(owner, { scopes });
    const headers = { authorization: `Bearer ${secret}`, 'idempotency-key': unique('key') };
    const createIn = `mutation ($id: ID!, $name: String!) { createRepository(
      input: { name: $name, link: "git.example.com/a", organizationId: $id }) { repository { id } errors { code } } }`;
    const variables = { id: organizationId, name: unique('once') };
    const program = { send: server.sendWith(headers) };
    const first = await program.send(createIn, variables);
    expect(first.data.createRepository.errors).toEqual([]);
    expect((await program.send(createIn, variables)).data).toEqual(first.data);
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

  describe('whose first request never ended', () => {
    async function lost(data: { answer: null; writtenAt: Date | null }, seconds: number) {
      const [key, sent] = [unique('key'), named()];
      await send(key, sent);
      await server.database.repository.deleteMany({ where: { name: sent.variables.name } });
      const createdAt = new Date(Date.now() - seconds * 1_000);
      await server.database.idempotencyKey.updateMany({ data: { ...data, createdAt } });
      return send(key, sent);
    }

    it('is in use at first', async () => {
      const { status, codes, headers } = await lost({ answer: null, writtenAt: null }, 1);
      expect([status, codes]).toEqual([409, ['IDEMPOTENCY_KEY_IN_USE']]);
      expect(headers.get('retry-after')).toBe('1');
    });

    it('is executed if nothing was changed', async () => {
      const seconds = idempotency.claimSeconds + 1;
      const { status, isReplayed } = await lost({ answer: null, writtenAt: null }, seconds);
      expect([status, isReplayed]).toEqual([200, false]);
    });

    it('is not executed again if something was, which the answer says', async () => {
      const seconds = idempotency.claimSeconds + 1;
      const { status, codes, headers } = await lost(
        { answer: null, writtenAt: new Date() },
        seconds,
      );
      expect([status, codes]).toEqual([422, ['IDEMPOTENCY_RESPONSE_NOT_KEPT']]);
      expect(headers.has('retry-after')).toBe(false);
    });
  });

  it('changes nothing any more once another request has taken it', async () => {
    const [key, sent] = [unique('key'), named()];
    await server.database.$executeRaw`
      CREATE FUNCTION take_over() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        UPDATE "idempotency_key" SET "claim" = 'another'; RETURN NEW;
      END $$`;
    await server.database
      .$executeRaw`CREATE TRIGGER take_over BEFORE INSERT ON "repository" EXECUTE FUNCTION take_over()`;
    const { codes } = await send(key, sent);
    await server.database.$executeRaw`DROP FUNCTION take_over CASCADE`;
    expect(codes).toEqual(['INTERNAL_ERROR']);
    expect(await count(sent.variables.name)).toBe(0);
  });

  it('is the same request with the keys of its variables in another order', async () => {
    const key = unique('key');
    const query = `mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { id } errors { code } } }`;
    const input = { name: unique('order'), link: 'a.example', description: 'One' };
    const first = await send(key, { query, variables: { input } });
    const reversed = Object.fromEntries(Object.entries(input).reverse());
    const again = await send(key, { query, variables: { input: reversed } });
    expect([again.isReplayed, again.text]).toEqual([true, first.text]);
  });

  it('is refused with variables of too many levels, as every request with a key', async () => {
    const deep = JSON.parse(`${'['.repeat(1_000)}${']'.repeat(1_000)}`);
    const { codes } = await send(unique('key'), { variables: { name: unique('deep'), x: deep } });
    expect(codes).toEqual(['BAD_REQUEST']);
  });
});

describe('a response is not repeated to somebody who has lost a right since:', () => {
  const repeated = async (as: TestUser, query: string, lose: () => Promise<unknown>) => {
    const key = unique('key');
    const first = await send(key, { as, query });
    expect([first.status, first.codes]).toEqual([200, []]);
    expect((await send(key, { as, query })).isReplayed).toBe(true);
    await lose();
    return send(key, { as, query });
  };
  const update = (as: TestUser, data: object) =>
    server.database.user.update({ where: { id: as.id }, data });

  it('a demoted manager', async () => {
    const as = await server.as('admin');
    const { id } = await server.as('user');
    const query = `mutation { banUser(input: { id: "${id}", banReason: "Spam" }) { user { name email } errors { code } } }`;
    const again = await repeated(as, query, () => update(as, { role: 'user' }));
    expect([again.codes, again.data]).toEqual([['IDEMPOTENCY_RESPONSE_NOT_KEPT'], undefined]);
  });

  it('somebody who has left the organization', async () => {
    const as = await server.as('user');
    const { id } = await createOrganization(server.database, { ownerId: as.id });
    const query = `mutation { createTeam(input: { organizationId: "${id}", name: "Ops" }) { team { name } errors { code } } }`;
    const leave = () =>
      server.database.$transaction([
        server.database.member.create({
          data: { id: newId('Member'), organizationId: id, userId: admin.id, role: 'owner' },
        }),
        server.database.member.deleteMany({ where: { userId: as.id } }),
      ]);
    const again = await repeated(as, query, leave);
    expect([again.codes, again.data]).toEqual([['IDEMPOTENCY_RESPONSE_NOT_KEPT'], undefined]);
  });

  it('somebody whose session is no longer fresh, for a new access token', async () => {
    const as = await server.as('admin');
    const query = `mutation { createAccessToken(input: { name: "CI", scopes: [REPOSITORY_CREATE], expiresInDays: 30 }) { accessToken { name } errors { code } } }`;
    const age = () =>
      server.database.session.updateMany({
        where: { userId: as.id },
        data: { createdAt: new Date(Date.now() - 3 * 3_600_000) },
      });
    const again = await repeated(as, query, age);
    expect(again.codes).toEqual(['IDEMPOTENCY_RESPONSE_NOT_KEPT']);
  });

  it('somebody who is banned', async () => {
    const as = await server.as('admin');
    const query = `mutation { updateViewer(input: { name: "A" }) { viewer { user { name } } errors { code } } }`;
    const again = await repeated(as, query, () => update(as, { banned: true }));
    expect([again.codes, again.isReplayed]).toEqual([['UNAUTHENTICATED'], false]);
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

  it('holds no secret of an access token: the repeated response has null in its place', async () => {
    const query = `mutation {
      made: createAccessToken(input: { name: "CI", scopes: [REPOSITORY_CREATE], expiresInDays: 30 }) { ...Made }
    }
    fragment Made on CreateAccessTokenPayload { once: secret accessToken { name } }`;
    const key = unique('key');
    const first = await send(key, { query });
    expect(first.data.made.once).toMatch(/^atr_/);
    const again = await send(key, { query, to: other });
    expect(again.isReplayed).toBe(true);
    expect(again.data.made).toEqual({ once: null, accessToken: { name: 'CI' } });
  });

  it('is a whole createRepositories of a hundred records with every field', async () => {
    const key = unique('key');
    const query = `mutation ($input: CreateRepositoriesInput!) { createRepositories(input: $input) {
      repositories { id name link description createdAt updatedAt } errors { code } } }`;
    const repositories = Array.from({ length: 100 }, () => ({
      name: unique('bulk'),
      link: `a.example/${'x'.repeat(100)}`,
      description: randomBytes(280).toString('hex'),
    }));
    const sent = { query, variables: { input: { repositories } } };
    const first = await send(key, sent);
    expect(first.text.length).toBeGreaterThan(80_000);
    const again = await send(key, sent);
    expect([again.isReplayed, again.text]).toEqual([true, first.text]);
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

  it('is bounded for each user', async () => {
    const as = await server.as('admin');
    await send(unique('key'), { as, ...named() });
    await server.database.$executeRaw`
      UPDATE "idempotency_key" SET "answer" = repeat('x', ${idempotency.userCharacters}::int) WHERE "userId" = ${as.id}`;
    const [key, sent] = [unique('key'), { as, ...named() }];
    expect((await send(key, sent)).status).toBe(200);
    const again = await send(key, sent);
    expect([again.status, again.codes]).toEqual([422, ['IDEMPOTENCY_RESPONSE_NOT_KEPT']]);
    expect(await count(sent.variables.name)).toBe(1);
  });

  it('is bounded for all: the oldest go first', async () => {
    const { database } = server;
    await database.idempotencyKey.deleteMany();
    for (const name of ['old', 'young']) await send(unique('key'), named(unique(name)));
    const [old, young] = await database.idempotencyKey.findMany({ orderBy: { createdAt: 'asc' } });
    await dropOldestAnswers(database, (young?.answer ?? '').length);
    const kept = await database.idempotencyKey.findMany({ orderBy: { createdAt: 'asc' } });
    expect(kept.map(({ answer }) => answer)).toEqual(['', young?.answer]);
    expect(old?.answer).not.toBe('');
  });
});

it('every field whose name says that it is a secret is marked as one', () => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isText = getNamedType(field.type).name === 'String';
      if (!isText || !/secret|password|^token$/i.test(field.name)) continue;
      expect([type.name, field.name, field.extensions.secret]).toEqual([
        type.name,
        field.name,
        true,
      ]);
    }
  }
});

it('a user has a number of keys per day', async () => {
  const busy = await server.as('admin');
  await send(unique('key'), { as: busy, ...named() });
  await server.database.$executeRaw`
    UPDATE "rate_limit" SET "times" = ARRAY[now() + interval '24 hours'] WHERE "key" LIKE 'idempotency:%'`;
  const sent = named();
  const refused = await send(unique('key'), { as: busy, ...sent });
  expect([refused.status, refused.codes]).toEqual([429, ['RATE_LIMITED']]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit-policy')).toBe('"idempotency-keys";q=100000;w=86400');
  expect(await count(sent.variables.name)).toBe(0);
});
