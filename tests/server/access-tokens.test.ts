/** What people and their programs do with access tokens. */
import { describe, expect, it } from 'vitest';
import { newAccessToken } from '#server/auth/access-tokens/format.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const viewer = `{ viewer {
  permissions user { email } session { id }
  authentication { kind accessToken { name status } }
} }`;

describe('a token', () => {
  it('acts as its owner, with its scopes', async () => {
    const owner = await server.as('admin');
    const { secret } = await createToken(owner, { scopes: ['REPOSITORY_READ', 'USER_LIST'] });
    const { data, errors } = await program(server, secret).send(viewer);
    expect(errors).toEqual([]);
    expect(data.viewer).toEqual({
      permissions: ['USER_LIST', 'REPOSITORY_READ'],
      user: { email: owner.email },
      session: null,
      authentication: { kind: 'ACCESS_TOKEN', accessToken: { name: 'CI', status: 'ACTIVE' } },
    });
  });

  it('is named by a missing scope', async () => {
    const { secret } = await createToken(await server.as('admin'), { scopes: ['REPOSITORY_READ'] });
    const { errors } = await program(server, secret).send('{ users { nodes { id } } }');
    expect(errors[0]?.extensions).toMatchObject({
      code: 'FORBIDDEN',
      requiredPermission: 'USER_LIST',
    });
  });

  it('loses what its owner’s role loses', async () => {
    const owner = await server.as('admin');
    const { secret } = await createToken(owner, { scopes: ['REPOSITORY_READ', 'USER_LIST'] });
    await database.user.update({ where: { id: owner.id }, data: { role: 'user' } });
    const { data } = await program(server, secret).send(viewer);
    expect(data.viewer.permissions).toEqual(['REPOSITORY_READ']);
  });

  it('is sent as x-api-key, too', async () => {
    const { secret } = await createToken(await server.as('user'));
    const { data } = await program(server, secret, 'x-api-key').send(viewer);
    expect(data.viewer.authentication.kind).toBe('ACCESS_TOKEN');
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
      await owner.send(
        'mutation ($id: ID!) { revokeAccessToken(input: { id: $id }) { errors { code } } }',
        { id },
      );
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

it('two different tokens are refused', async () => {
  const { secret } = await createToken(await server.as('user'));
  const both = program(server, secret, 'authorization', { 'x-api-key': newAccessToken() });
  expect((await both.send(viewer)).status).toBe(400);
});
