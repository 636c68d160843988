import { describe, expect, it } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import { createMember, createOrganization, createRepository } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const people = { user: await server.as('user'), admin: await server.as('admin') };

type Role = 'owner' | 'admin' | 'member';

async function join(role: Role, as: 'user' | 'admin' = 'user') {
  const person = people[as];
  const of = role === 'owner' ? { ownerId: person.id } : { members: { [person.id]: role } };
  const { id: organizationId } = await createOrganization(database, of);
  return { person, organizationId };
}

async function joinByToken(role: Role, as?: 'user' | 'admin') {
  const joined = await join(role, as);
  const { organizationId } = joined;
  const token = await createToken(joined.person, { organizationId });
  const data = { scopes: [...permissions] };
  await database.accessToken.update({ where: { id: token.id }, data });
  return { ...joined, token, bot: program(server, token.secret) };
}

describe('a token limited to an organization', () => {
  const create = (person: TestUser, organizationId: string, more: object = {}) =>
    payloadOf(
      person,
      'createAccessToken',
      { name: 'CI', expiresInDays: 30, organizationId, scopes: ['REPOSITORY_READ'], ...more },
      'accessToken { organization { id } }',
    );
  const notFound = {
    accessToken: null,
    errors: [{ code: 'NOT_FOUND', field: ['organizationId'] }],
  };

  it.each([
    ['owner', ['REPOSITORY_DELETE', 'ORGANIZATION_UPDATE'], true],
    ['admin', ['REPOSITORY_CREATE', 'ORGANIZATION_READ'], true],
    ['member', ['REPOSITORY_READ', 'ORGANIZATION_READ'], true],
    ['member', ['REPOSITORY_CREATE'], false],
    ['member', ['ORGANIZATION_UPDATE'], false],
    ['owner', ['USER_LIST'], false],
    ['owner', ['ORGANIZATION_LIST'], false],
    ['owner', ['ORGANIZATION_CREATE'], false],
    ['owner', ['ACCOUNT_UPDATE'], false],
  ] as const)('of an %s with %s: %s', async (role, scopes, isGranted) => {
    const { person, organizationId } = await join(role, 'admin');
    expect(await create(person, organizationId, { scopes })).toEqual(
      isGranted
        ? { accessToken: { organization: { id: organizationId } }, errors: [] }
        : { accessToken: null, errors: [{ code: 'SCOPE_NOT_GRANTED', field: ['scopes'] }] },
    );
  });

  it('is not for users, managers and service accounts who are no members', async () => {
    const { id } = await createOrganization(database);
    for (const person of Object.values(people)) {
      expect(await create(person, id)).toEqual(notFound);
    }
    const { person, organizationId } = await join('owner', 'admin');
    const userId = await createServiceAccount(person);
    expect(await create(person, organizationId, { userId })).toEqual(notFound);
  });

  it('offers the scopes that the role there permits', async () => {
    const person = await server.as('admin');
    const members = { [person.id]: 'member' } as const;
    const { id: organizationId } = await createOrganization(database, { members });
    const read = async () =>
      (await person.send('{ viewer { memberships { nodes { grantableScopes } } } }')).data.viewer
        .memberships.nodes[0].grantableScopes;
    expect(await read()).toEqual(['REPOSITORY_READ', 'ORGANIZATION_READ']);
    const where = { organizationId, userId: person.id };
    await database.member.updateMany({ where, data: { role: 'admin' } });
    expect(await read()).toEqual([
      ...['REPOSITORY_READ', 'REPOSITORY_CREATE', 'REPOSITORY_UPDATE', 'REPOSITORY_DELETE'],
      ...['ORGANIZATION_READ', 'ORGANIZATION_UPDATE'],
    ]);
  });
});

it('a token limited to an organization finds its records, whatever else its owner manages', async () => {
  const { person, organizationId, token, bot } = await joinByToken('owner', 'admin');
  const { id } = await createRepository(database, { organizationId });
  const { id: otherId } = await createOrganization(database, { ownerId: person.id });
  const other = await createRepository(database, { organizationId: otherId });
  const shared = await createRepository(database);
  const organization = { id: organizationId };
  const { data, errors } = await bot.send(
    `query ($otherId: ID!, $ids: [ID!]!) { nodes(ids: $ids) { id } organization(id: $otherId) { id }
      repositories { nodes { id } totalCount totalCountUpTo(limit: 50) { count } }
      viewer { permissions memberships { nodes { organization { id } } totalCount }
        authentication { accessToken { organization { id } } } } }`,
    { otherId, ids: [otherId, other.id, shared.id] },
  );
  expect(errors).toEqual([]);
  expect(data).toEqual({
    nodes: [null, null, null],
    organization: null,
    repositories: { nodes: [{ id }], totalCount: 1, totalCountUpTo: { count: 1 } },
    viewer: {
      permissions: [
        ...['REPOSITORY_READ', 'REPOSITORY_CREATE', 'REPOSITORY_UPDATE', 'REPOSITORY_DELETE'],
        ...['ORGANIZATION_READ', 'ORGANIZATION_UPDATE'],
      ],
      memberships: { nodes: [{ organization }], totalCount: 1 },
      authentication: { accessToken: { organization } },
    },
  });
  const own = await person.send('{ viewer { accessTokens { nodes { id organization { id } } } } }');
  expect(own.data.viewer.accessTokens.nodes).toContainEqual({ id: token.id, organization });
});

describe('a limited token ends with the next request when', () => {
  type Joined = Awaited<ReturnType<typeof joinByToken>>;
  const ends: Record<string, (joined: Joined) => Promise<unknown>> = {
    'its owner leaves': ({ person, organizationId }) =>
      mutate(person, 'leaveOrganization', { id: organizationId }),
    'its owner is removed': ({ person, organizationId }) =>
      database.member.deleteMany({ where: { organizationId, userId: person.id } }),
    'the organization is deleted': ({ organizationId }) =>
      database.organization.delete({ where: { id: organizationId } }),
    'it leaves itself': ({ bot, organizationId }) =>
      mutate(bot, 'leaveOrganization', { id: organizationId }),
  };

  it.each(Object.entries(ends))('%s', async (_name, end) => {
    const joined = await joinByToken('admin');
    const ask = () => joined.bot.send('{ repositories { nodes { id } } }');
    expect((await ask()).status).toBe(200);
    await end(joined);
    expect((await ask()).status).toBe(401);
    expect(await database.accessToken.count({ where: { id: joined.token.id } })).toBe(0);
  });

  it('and does not come back with the membership', async () => {
    const { person, organizationId, bot } = await joinByToken('member');
    await database.member.deleteMany({ where: { organizationId, userId: person.id } });
    await createMember(database, organizationId, person.id);
    expect((await bot.send('{ repositories { nodes { id } } }')).status).toBe(401);
  });
});

it('a stream of a limited token reports its organization only, and ends with the membership', async () => {
  const { person, organizationId, token } = await joinByToken('admin', 'admin');
  const { id: otherId } = await createOrganization(database, { ownerId: person.id });
  const headers = { authorization: `Bearer ${token.secret}` };
  const stream = await followEvents(server, { ...person, cookie: '' }, headers);
  await createRepository(database);
  await createRepository(database, { organizationId: otherId });
  await server.as('user');
  const { id } = await createRepository(database, { organizationId });
  const seen: object[] = [];
  const event = await stream.nextOf('RecordChange', (each) => seen.push(each));
  expect(event).toMatchObject({ recordId: id, type: 'REPOSITORY' });
  // On a slow machine, several changes may be merged into one event for the table.
  expect(seen).not.toContainEqual(expect.objectContaining({ recordId: expect.anything() }));
  await database.member.deleteMany({ where: { organizationId, userId: person.id } });
  const onOther = (each: { recordId?: string }) => expect(each.recordId).not.toBe(otherId);
  expect(await stream.nextOf('SignedOut', onOther)).toMatchObject({ code: 'INVALID_TOKEN' });
});
