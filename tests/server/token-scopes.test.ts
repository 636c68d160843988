import { describe, expect, it } from 'vitest';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { enumName } from '#shared/enum-name.ts';
import { can, roleNames } from '#shared/permissions.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import {
  createOrganization,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import type { GraphqlReply, Json } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

async function join(role: 'owner' | 'admin' | 'member' = 'owner') {
  const person = await server.as('user');
  const { id: organizationId } = await createOrganization(database, {
    ...(role === 'owner' ? { ownerId: person.id } : { members: { [person.id]: role } }),
  });
  const { id } = await createRepository(database, { organizationId });
  const bot = async (scopes: string[]) =>
    program(server, (await createToken(person, { scopes })).secret);
  return { person, organizationId, id, bot };
}

const refusals = ({ errors }: GraphqlReply<Json>) =>
  errors.map(({ message, extensions }) => [
    extensions.requiredPermission ?? extensions.code,
    message,
  ]);

const never = 'This cannot be done with an access token. Sign in instead.';

type Write = [call: string, scope: string, input: (organizationId: string, id: string) => object];

const writes: Write[] = [
  [
    'createRepository',
    'repository:create',
    (organizationId) => ({ organizationId, name: unique('made'), link: 'git.example.com' }),
  ],
  ['updateRepository', 'repository:update', (_, id) => ({ id, name: unique('named') })],
  ['deleteRepositories', 'repository:delete', (_, id) => ({ ids: [id] })],
  ['restoreRepositories', 'repository:delete', (_, id) => ({ ids: [id] })],
];

it.each(writes)('%s of an organization needs the scope %s', async (name, scope, input) => {
  const { organizationId, id, bot } = await join();
  const ofOthers = writes.map(([, other]) => other).filter((other) => other !== scope);
  const scopes = ['organization:read', 'organization:update', 'repository:read', ...ofOthers];
  const { send } = await bot([...new Set(scopes)].map(enumName));
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`;
  expect(refusals(await send(document, { input: input(organizationId, id) }))).toEqual([
    [enumName(scope), `The access token lacks the scope \`${scope}\`.`],
  ]);
  expect(await database.repository.count({ where: { organizationId } })).toBe(1);
});

it('a token of an admin of an organization changes repositories only for as long as its owner may', async () => {
  const { person, organizationId, id, bot } = await join('admin');
  const { send } = await bot(['ORGANIZATION_READ', 'REPOSITORY_READ', 'REPOSITORY_UPDATE']);
  const change = `updateRepository(input: { id: "${id}", name: "${unique('named')}" })`;
  const update = `mutation { ${change} { errors { code } } }`;
  const read = '{ viewer { permissions } }';
  const reader = await bot(['ORGANIZATION_READ', 'REPOSITORY_READ']);
  expect(refusals(await reader.send(update))).toEqual([
    ['REPOSITORY_UPDATE', 'The access token lacks the scope `repository:update`.'],
  ]);
  expect((await send(update)).errors).toEqual([]);
  expect((await send(read)).data.viewer.permissions).toContain('REPOSITORY_UPDATE');
  const where = { organizationId, userId: person.id };
  await database.member.updateMany({ where, data: { role: 'member' } });
  expect(refusals(await send(update))).toEqual([
    ['REPOSITORY_UPDATE', 'You lack the permission `repository:update`.'],
  ]);
  expect((await send(read)).data.viewer.permissions).not.toContain('REPOSITORY_UPDATE');
});

describe('the scopes that a person can grant', () => {
  const read = '{ viewer { permissions user { grantableScopes } } }';

  it.each([
    ['owner', true],
    ['admin', true],
    ['member', false],
  ] as const)('of an %s of an organization change repositories: %s', async (role, may) => {
    const { person } = await join(role);
    const { data } = await person.send(read);
    expect(data.viewer.user.grantableScopes.includes('REPOSITORY_DELETE')).toBe(may);
    expect(data.viewer.permissions).not.toContain('REPOSITORY_DELETE');
    const created = createToken(person, { scopes: ['REPOSITORY_DELETE'] });
    if (may) await expect(created).resolves.toBeDefined();
    else await expect(created).rejects.toThrow('SCOPE_NOT_GRANTED');
  });

  it('are permissions that some role has', () => {
    for (const scope of accessTokenScopes) {
      expect([scope, roleNames.some((role) => can(role, scope))]).toEqual([scope, true]);
    }
  });

  it('cannot be a permission that no token has', async () => {
    const person = await server.as('admin');
    const refused = createToken(person, { scopes: ['APPS_MANAGER'] });
    await expect(refused).rejects.toThrow('AccessTokenScope');
  });

  it('that were stored before and are none any more do nothing', async () => {
    const person = await server.as('admin');
    const { id, secret } = await createToken(person);
    const scopes = ['apps:manager', 'repository:read', 'repository:burn'];
    await database.accessToken.update({ where: { id }, data: { scopes } });
    const { data } = await program(server, secret).send(
      '{ viewer { permissions authentication { accessToken { scopes } } } }',
    );
    expect(data.viewer.permissions).toEqual(['REPOSITORY_READ']);
    expect(data.viewer.authentication.accessToken.scopes).toEqual(['REPOSITORY_READ']);
  });
});

describe('what no token can do says so', () => {
  const calls: Record<string, (id: string) => string> = {
    'another role': (id) =>
      `mutation { updateUser(input: { id: "${id}", role: ADMIN }) { errors { code } } }`,
    'a new address': (id) =>
      `mutation { updateUser(input: { id: "${id}", email: "moved@example.com" }) { errors { code } } }`,
    'a new manager': () =>
      'mutation { createUser(input: { email: "new@example.com", role: ADMIN }) { errors { code } } }',
  };

  it.each(Object.entries(calls))('%s', async (_what, call) => {
    const manager = await server.as('admin');
    const { secret } = await createToken(manager, { scopes: accessTokenScopes.map(enumName) });
    const { id } = await createUser(database);
    expect(refusals(await program(server, secret).send(call(id)))).toEqual([
      ['ACCESS_TOKEN_REFUSED', never],
    ]);
  });
});

it('a limited token is told that it is limited, not that it lacks a scope it cannot have', async () => {
  const manager = await server.as('admin');
  const { id: organizationId } = await createOrganization(database, { ownerId: manager.id });
  const { secret } = await createToken(manager, { organizationId });
  const answer = await program(server, secret).send('{ users { totalCount } }');
  expect(refusals(answer)).toEqual([
    [
      'USER_LIST',
      'The access token is limited to an organization, where it may not use `user:list`.',
    ],
  ]);
});
