import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  isAccessToken,
  newAccessToken,
  startOf,
} from '#server/features/access-token/credentials.ts';
import { limits } from '#shared/limits.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import { endpointNames } from '#tests/support/auth-endpoints.ts';
import { createRepository } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { errorCodes, mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const viewer = `{ viewer {
  permissions user { email } session { id }
  authentication { kind accessToken { name status } }
} }`;

describe('a token', () => {
  it.each(['authorization', 'x-api-key'] as const)('acts as its owner, by %s', async (header) => {
    const owner = await server.as('admin');
    const { secret } = await createToken(owner, { scopes: ['REPOSITORY_READ', 'USER_LIST'] });
    const { data, errors } = await program(server, secret, header).send(viewer);
    expect(errors).toEqual([]);
    expect(data.viewer).toEqual({
      permissions: ['USER_LIST', 'REPOSITORY_READ'],
      user: { email: owner.email },
      session: null,
      authentication: { kind: 'ACCESS_TOKEN', accessToken: { name: 'CI', status: 'ACTIVE' } },
    });
  });

  it('counts, not the cookie beside it', async () => {
    const [owner, other] = [await server.as('user'), await server.as('user')];
    const { secret } = await createToken(owner);
    const { data } = await program(server, secret, 'authorization', { cookie: other.cookie }).send(
      viewer,
    );
    expect(data.viewer.user.email).toBe(owner.email);
  });
});

it('a token has the form that secret scanners look for', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const tokens = Array.from({ length: 500 }, newAccessToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens) {
    expect(token).toMatch(/^atr_[0-9A-Za-z]{38}$/);
    const [random, checksum] = [token.slice(4, 36), token.slice(36)];
    const value = [...checksum].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe(crc32(random));
    expect(isAccessToken(token)).toBe(true);
    expect(startOf(token)).toBe(token.slice(0, 12));
  }
});

it.each([1, 7, 60, 366])('a token can last %i days', async (expiresInDays) => {
  const { id } = await createToken(await server.as('user'), { expiresInDays });
  const { expiresAt } = await database.accessToken.findUniqueOrThrow({ where: { id } });
  expect((Number(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(expiresInDays, 1);
});

it('the tokens of an owner have one rule, however a program reads them', async () => {
  const owner = await server.as('admin');
  const read = '{ viewer { accessTokens { totalCount } user { accessTokens { totalCount } } } }';
  const { secret } = await createToken(owner, { scopes: ['USER_GET'] });
  const refused = await program(server, secret).send(read);
  expect(refused.errors.map(({ extensions }) => extensions.requiredPermission)).toEqual([
    'ACCESS_TOKEN_READ',
    'ACCESS_TOKEN_READ',
  ]);
  const scopes = ['ACCESS_TOKEN_READ', 'USER_GET'];
  const { data } = await program(server, (await createToken(owner, { scopes })).secret).send(read);
  const { accessTokens, user } = data.viewer;
  expect(accessTokens).toEqual(user.accessTokens);
  expect(accessTokens.totalCount).toBeGreaterThan(1);
});

it('a token ends no session of its owner', async () => {
  const owner = await server.as('admin');
  const other = await server.as('user');
  const { secret } = await createToken(owner, { scopes: ['SESSION_REVOKE', 'USER_GET'] });
  const session = await database.session.findFirstOrThrow({ where: { userId: owner.id } });
  const bot = program(server, secret);
  const refused = ['ACCESS_TOKEN_REFUSED'];
  for (const ids of [[owner.id], [owner.id, other.id]]) {
    expect(await mutate(bot, 'revokeSessionsOfUsers', { ids })).toEqual(refused);
  }
  expect(await mutate(bot, 'revokeUserSession', { id: session.id })).toEqual(refused);
  expect(await database.session.count({ where: { id: session.id } })).toBe(1);
});

describe('a token that is', () => {
  const refused: Record<string, (owner: TestUser, token: Json) => Promise<string>> = {
    unknown: async () => newAccessToken(),
    mistyped: async (_owner, { secret }) => `${secret.slice(0, -1)}${secret.endsWith('0') ? 1 : 0}`,
    'no token': async () => 'secret',
    expired: async (_owner, { id, secret }) => {
      await database.accessToken.update({ where: { id }, data: { expiresAt: new Date() } });
      return secret;
    },
    revoked: async (owner, { id, secret }) => {
      await mutate(owner, 'revokeAccessToken', { id });
      return secret;
    },
    'a banned user’s': async (owner, { secret }) => {
      await database.user.update({ where: { id: owner.id }, data: { banned: true } });
      return secret;
    },
    'a deleted user’s': async (owner, { secret }) => {
      await database.user.delete({ where: { id: owner.id } });
      return secret;
    },
  };
  it.each(Object.entries(refused))('%s is refused', async (_name, secretOf) => {
    const owner = await server.as('user');
    const secret = await secretOf(owner, await createToken(owner));
    const reply = await program(server, secret).send(viewer);
    expect(reply.status).toBe(401);
    expect(errorCodes(reply)).toEqual(['UNAUTHENTICATED']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(reply.data).toBeNull();
  });
});

describe('many wrong tokens from one network', () => {
  const from = (secret: string, address: string) =>
    program(server, secret, 'authorization', {}, address).send(viewer);
  const guess = (address: string) => from(newAccessToken(), address);
  async function guessUntilRefused(address: string) {
    const statuses: number[] = [];
    while (statuses.length <= 100) {
      const replies = await Promise.all(Array.from({ length: 10 }, () => guess(address)));
      const reply = replies.find(({ headers }) => Number(headers.get('retry-after')) > 1);
      if (reply) return { statuses, reply };
      statuses.push(...replies.map(({ status }) => status));
    }
    throw new Error('Never refused.');
  }

  it('are refused without a statement, other networks and tokens in use are not', async () => {
    const owner = await server.as('user');
    const [used, unused] = [await createToken(owner), await createToken(owner)];
    await from(used.secret, '203.0.113.60');
    const { statuses, reply } = await guessUntilRefused('203.0.113.60');
    expect((await from(unused.secret, '203.0.113.60')).status).toBe(429);
    expect(statuses.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(reply).toMatchObject({ status: 429, statements: 0 });
    expect(errorCodes(reply)).toEqual(['RATE_LIMITED']);
    expect((await from(used.secret, '203.0.113.60')).status).toBe(200);
    expect((await from(unused.secret, '203.0.113.61')).status).toBe(200);
  });

  it('count for all addresses of an IPv6 subnet', async () => {
    const replies = [];
    for (let host = 1; host <= 100; host += 1) replies.push(await guess(`2001:db8:77::${host}`));
    expect(replies.map(({ status }) => status)).toContain(429);
  });

  it('do not keep a token in use that was revoked', async () => {
    const { id, secret } = await createToken(await server.as('user'));
    await from(secret, '203.0.113.80');
    await guessUntilRefused('203.0.113.80');
    await database.accessToken.update({ where: { id }, data: { revokedAt: new Date() } });
    expect((await from(secret, '203.0.113.80')).status).toBe(401);
    await expect.poll(async () => (await from(secret, '203.0.113.80')).status).toBe(429);
  });
});

it('two different tokens are refused', async () => {
  const { secret } = await createToken(await server.as('user'));
  const both = program(server, secret, 'authorization', { 'x-api-key': newAccessToken() });
  expect((await both.send(viewer)).status).toBe(400);
});

it('the password of a proxy in front of the product is no token', async () => {
  const user = await server.as('user');
  const authorization = `Basic ${btoa('staging:secret')}`;
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: user.cookie, authorization },
    body: JSON.stringify({ query: viewer }),
  });
  expect(response.status).toBe(200);
  expect((await response.json()).data.viewer.user.email).toBe(user.email);
});

describe('a page of another origin', () => {
  const origin = 'https://app.example';
  const ask = (method: string, headers: Record<string, string>) =>
    server.request('/api/graphql', {
      method,
      headers: { origin, 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: JSON.stringify({ query: viewer }) }),
    });
  const allowed = (response: Response) => response.headers.get('access-control-allow-origin');

  it('uses the API with a token', async () => {
    const { secret } = await createToken(await server.as('user'));
    const asked = await ask('OPTIONS', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect([asked.status, allowed(asked)]).toEqual([204, '*']);
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull();
    const answered = await ask('POST', { authorization: `Bearer ${secret}` });
    expect([answered.status, allowed(answered)]).toEqual([200, '*']);
    const refused = await ask('POST', { 'x-api-key': newAccessToken() });
    expect([refused.status, allowed(refused)]).toEqual([401, '*']);
    expect(refused.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
  });

  it('does nothing with a cookie, alone or beside a token', async () => {
    const owner = await server.as('user');
    const { secret } = await createToken(owner);
    for (const headers of [{}, { authorization: `Bearer ${secret}` }]) {
      const response = await ask('POST', { cookie: owner.cookie, ...headers });
      expect([response.status, allowed(response)]).toEqual([403, null]);
    }
    const asked = await ask('OPTIONS', {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(allowed(asked)).toBeNull();
  });
});

it('a stream ends with its token', async () => {
  const owner = await server.as('user');
  const { id, secret } = await createToken(owner);
  const stream = await followEvents(
    server,
    { ...owner, cookie: '' },
    {
      authorization: `Bearer ${secret}`,
    },
  );
  await mutate(owner, 'revokeAccessToken', { id });
  expect(await stream.nextOf('SignedOut')).toMatchObject({ code: 'INVALID_TOKEN' });
  expect(await stream.next()).toBeUndefined();
});

describe('no token opens', async () => {
  const { secret } = await createToken(await server.as('admin'));

  it.each(endpointNames)('%s', async (endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const response = await server.request(`/api/auth${path}`, {
      ...{ method, headers: { 'x-api-key': secret, 'content-type': 'application/json' } },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect([response.status, (await response.json()).code]).toEqual([403, 'ACCESS_TOKEN_REFUSED']);
  });
});

it('takes one statement besides the query’s own, and leaves no secret in the log', async () => {
  const { secret } = await createToken(await server.as('user'));
  const ask = () => program(server, secret).send('{ repositories { nodes { name } } }');
  await ask();
  expect((await ask()).statements).toBe(2);
  expect(JSON.stringify(server.lines)).not.toContain(secret.slice(12));
});

it('rotated, both secrets are valid for the overlap, and neither after a revocation', async () => {
  const owner = await server.as('user');
  const { id, secret } = await createToken(owner);
  const rotating = { id, overlapHours: 1 };
  const rotated = await payloadOf(owner, 'rotateAccessToken', rotating, 'secret');
  const secrets = [secret, rotated.secret];
  const statuses = () =>
    Promise.all(secrets.map(async (each) => (await program(server, each).send(viewer)).status));
  expect(await statuses()).toEqual([200, 200]);
  const previousExpiresAt = new Date(Date.now() - 1);
  await database.accessToken.update({ where: { id }, data: { previousExpiresAt } });
  expect(await statuses()).toEqual([401, 200]);
  await mutate(program(server, secrets[1]), 'revokeAccessToken', { id });
  expect(await statuses()).toEqual([401, 401]);
});

it('revoked, is neither rotated nor updated, and no secret is valid after a rotation meanwhile', async () => {
  const owner = await server.as('user');
  const [ending, ended] = [await createToken(owner), await createToken(owner)];
  const rotating = { id: ending.id, overlapHours: 1 };
  const [rotated] = await Promise.all([
    payloadOf(owner, 'rotateAccessToken', rotating, 'secret'),
    mutate(owner, 'revokeAccessToken', { id: ending.id }),
  ]);
  for (const secret of [ending.secret, rotated.secret ?? newAccessToken()]) {
    expect((await program(server, secret).send(viewer)).status).toBe(401);
  }
  const { id } = ended;
  await mutate(owner, 'revokeAccessToken', { id });
  const inactive = ['ACCESS_TOKEN_INACTIVE'];
  expect(await mutate(owner, 'rotateAccessToken', { id, overlapHours: 1 })).toEqual(inactive);
  expect(await mutate(owner, 'updateAccessToken', { id, name: 'Renamed' })).toEqual(inactive);
});

it('keeps its secret when rotated again within a minute, unless the former secret should end earlier', async () => {
  const owner = await server.as('user');
  const { id } = await createToken(owner);
  const rotate = async (overlapHours: number) => {
    const input = { id, overlapHours };
    const fields = 'accessToken { id } secret';
    const rotated = await payloadOf(owner, 'rotateAccessToken', input, fields);
    expect(rotated).toMatchObject({ accessToken: { id }, errors: [] });
    return rotated.secret;
  };
  const isNew = async (overlapHours: number) => (await rotate(overlapHours)) !== null;
  const first = await Promise.all(Array.from({ length: 10 }, () => isNew(24)));
  expect(first.filter(Boolean)).toHaveLength(1);
  expect([await isNew(24), await isNew(48), await isNew(1), await isNew(1)]).toEqual([
    false,
    false,
    true,
    false,
  ]);
  const rotatedAt = new Date(Date.now() - limits.repeatSeconds * 1_000);
  await database.accessToken.update({ where: { id }, data: { rotatedAt } });
  expect(await isNew(1)).toBe(true);
  const rotated = { userId: owner.id, kind: 'access_token_rotated' as const };
  expect(await database.auditEvent.count({ where: rotated })).toBe(3);
});

it('tells its owner and managers of a token that is created or revoked, not of its use', async () => {
  const [owner, manager] = [await server.as('user'), await server.as('admin')];
  const own = await followEvents(server, owner);
  const streams = [own, await followEvents(server, manager)] as const;
  const tell = async () => {
    expect(await streams[0].nextOf('ViewerChange')).toBeDefined();
    let change = await streams[1].nextOf('RecordChange');
    // On a busy machine, a stream is told of the sign-in before it.
    while (change.recordId === manager.id) change = await streams[1].nextOf('RecordChange');
    expect(change).toMatchObject({ kind: 'UPDATED', type: 'USER', recordId: owner.id });
  };
  const { id, secret } = await createToken(owner);
  await tell();
  await program(server, secret).send(viewer);
  const { id: repository } = await createRepository(database);
  for (const stream of streams) {
    expect((await stream.next()).data.events).toMatchObject({ recordId: repository });
  }
  await mutate(owner, 'revokeAccessToken', { id });
  await tell();
  for (const stream of streams) await stream.close();
});

it('a service account is active when its token is used, a person is not', async () => {
  const admin = await server.as('admin');
  const userId = await createServiceAccount(admin);
  const { secret } = await createToken(admin, { userId });
  const own = await createToken(admin);
  const activity = async (id: string) =>
    (await database.user.findUniqueOrThrow({ where: { id } })).lastActiveAt;
  const before = await activity(admin.id);
  expect(await activity(userId)).toBeNull();
  for (const each of [secret, own.secret]) await program(server, each).send(viewer);
  expect(await activity(userId)).not.toBeNull();
  expect(await activity(admin.id)).toEqual(before);
});

it('nobody signs in as a service account', async () => {
  const admin = await server.as('admin');
  const input = { name: 'Robot', role: 'USER' };
  const { user } = await payloadOf(admin, 'createServiceAccount', input, 'user { id email }');
  const { id, email } = user;
  const { secret } = await createToken(admin, { userId: id, expiresInDays: null });
  expect((await program(server, secret).send(viewer)).data.viewer.user.email).toBe(email);
  // Depending on whether the email was deleted yet, there is no code or a rejected one.
  await expect(server.signIn(email)).rejects.toThrow();
  expect(await database.session.count({ where: { userId: id } })).toBe(0);
});
