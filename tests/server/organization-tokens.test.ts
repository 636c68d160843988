import { describe, expect, it } from 'vitest';
import { permissions } from '#shared/permissions.ts';
import { createServiceAccount, createToken, program } from '#tests/support/access-tokens.ts';
import {
  createInvitation,
  createMember,
  createOrganization,
  createRepository,
  createTeam,
  unique,
} from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

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

async function joinByToken(role: Role, scopes?: readonly string[], as?: 'user' | 'admin') {
  const joined = await join(role, as);
  const { organizationId } = joined;
  const token = await createToken(joined.person, { organizationId });
  const data = { scopes: [...(scopes ?? permissions)] };
  await database.accessToken.update({ where: { id: token.id }, data });
  return { ...joined, token, bot: program(server, token.secret) };
}

const createMutation = `mutation ($input: CreateAccessTokenInput!) {
  createAccessToken(input: $input) { accessToken { organization { id } scopes } errors { code field } } }`;

describe('a token limited to an organization', () => {
  const inputOf = (organizationId: string, scopes: string[]) => ({
    input: { name: 'CI', expiresInDays: 30, organizationId, scopes },
  });

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
    const { data } = await person.send(createMutation, inputOf(organizationId, [...scopes]));
    const { accessToken, errors } = data.createAccessToken;
    const refusal = { code: 'SCOPE_NOT_GRANTED', field: ['scopes'] };
    expect(errors).toEqual(isGranted ? [] : [refusal]);
    if (isGranted) expect(accessToken.organization).toEqual({ id: organizationId });
  });

  it.each(['user', 'admin'] as const)('is not for a %s who is no member', async (role) => {
    const { id: organizationId } = await createOrganization(database);
    const outsider = people[role];
    const { data } = await outsider.send(
      createMutation,
      inputOf(organizationId, ['REPOSITORY_READ']),
    );
    const { accessToken, errors } = data.createAccessToken;
    expect(accessToken).toBeNull();
    expect(errors).toEqual([{ code: 'NOT_FOUND', field: ['organizationId'] }]);
  });

  it('is not for a service account that is no member', async () => {
    const { person, organizationId } = await join('owner', 'admin');
    const userId = await createServiceAccount(person);
    const { input } = inputOf(organizationId, ['REPOSITORY_READ']);
    const { data } = await person.send(createMutation, { input: { ...input, userId } });
    const [error] = data.createAccessToken.errors;
    expect(error).toEqual({ code: 'NOT_FOUND', field: ['organizationId'] });
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

async function createRecords(organizationId: string | undefined, ownerId: string) {
  const repositories = await Promise.all(
    ['one', 'two'].map((word) =>
      createRepository(database, {
        name: unique(`shelf ${word}`),
        ...(organizationId && { organizationId }),
      }),
    ),
  );
  const repositoryIds = repositories.map(({ id }) => id).sort();
  if (!organizationId) return { repositoryIds, otherIds: [] };
  const { id: memberId } = await database.member.findFirstOrThrow({ where: { organizationId } });
  const { id: teamId } = await createTeam(database, organizationId);
  const { id } = await createInvitation(database, { organizationId, inviterId: ownerId });
  return { repositoryIds, otherIds: [organizationId, memberId, teamId, id] };
}

const everything = `query ($ids: [ID!]!, $search: String, $slug: String!, $organizationId: ID!, $repositoryId: ID!) {
  nodes(ids: $ids) { id }
  repositories(first: 100) { nodes { id organization { id } } totalCount totalCountUpTo(limit: 50) { count } }
  found: repositories(searchTerm: $search) { nodes { id } totalCount }
  filtered: repositories(filter: { ids: $ids }) { nodes { id } totalCount }
  repository(id: $repositoryId) { id }
  organization(id: $organizationId) { id repositories { nodes { id } totalCount } }
  organizationBySlug(slug: $slug) { id }
  viewer { permissions memberships { nodes { organization { id } } totalCount } }
}`;

describe('with every scope, of an owner who manages the installation, too', async () => {
  const { person, organizationId, token, bot } = await joinByToken('owner', undefined, 'admin');
  const other = await createOrganization(database, { ownerId: person.id });
  const foreign = await createRecords(other.id, person.id);
  const shared = await createRecords(undefined, person.id);
  const search = 'shelf';

  it('it finds nothing of the installation and of its owner’s other organization', async () => {
    const ids = [...foreign.repositoryIds, ...foreign.otherIds, ...shared.repositoryIds];
    for (const [repositoryId] of [foreign.repositoryIds, shared.repositoryIds]) {
      const variables = { ids, search, slug: other.slug, organizationId: other.id, repositoryId };
      const { data } = await bot.send(everything, variables);
      expect(data.nodes).toEqual(ids.map(() => null));
      expect(data.filtered).toEqual({ nodes: [], totalCount: 0 });
      expect(data.repository).toBeNull();
      expect(data.organization).toBeNull();
      expect(data.organizationBySlug).toBeNull();
    }
  });

  it('it is listed with the organization, and reads its own limit', async () => {
    const fields = 'organization { id }';
    const { data } = await person.send(`{ viewer { accessTokens { nodes { id ${fields} } } } }`);
    expect(data.viewer.accessTokens.nodes).toContainEqual({
      id: token.id,
      organization: { id: organizationId },
    });
    const { data: itself } = await bot.send(
      `{ viewer { authentication { accessToken { ${fields} } } } }`,
    );
    expect(itself.viewer.authentication.accessToken).toEqual({
      organization: { id: organizationId },
    });
  });

  it('it creates, changes, deletes and restores repositories of the organization', async () => {
    const input = { name: unique('made'), link: 'git.example.com/a' };
    const create = `mutation ($input: CreateRepositoryInput!) {
      createRepository(input: $input) { repository { id viewerCanDelete organization { id } } errors { code } } }`;
    const { data } = await bot.send(create, { input: { ...input, organizationId } });
    const { id, ...others } = data.createRepository.repository;
    expect(others).toEqual({ viewerCanDelete: true, organization: { id: organizationId } });
    const write = `mutation ($id: ID!) {
      updateRepository(input: { id: $id, name: "${unique('named')}" }) { errors { code } }
      deleteRepositories(input: { ids: [$id] }) { errors { code } }
      restoreRepositories(input: { ids: [$id] }) { errors { code } }
    }`;
    const written = await bot.send(write, { id });
    expect(written.errors).toEqual([]);
    for (const { errors } of Object.values(written.data) as { errors: object[] }[]) {
      expect(errors).toEqual([]);
    }
    const refused = await bot.send(create, { input });
    expect(refused.data.createRepository.errors).toEqual([{ code: 'NOT_FOUND' }]);
  });
});

describe('the scopes of a limited token', () => {
  const read = `query ($id: ID!) {
    organization(id: $id) { members { nodes { id } } } repositories { nodes { id viewerCanUpdate } }
  }`;

  it('let it read repositories without the members', async () => {
    const { organizationId, person, bot } = await joinByToken('owner', ['repository:read']);
    const { repositoryIds, otherIds } = await createRecords(organizationId, person.id);
    const { data, errors } = await bot.send(read, { id: organizationId });
    expect(data.organization).toBeNull();
    expect(errors.map(({ extensions }) => extensions.requiredPermission)).toEqual([
      'ORGANIZATION_READ',
    ]);
    expect(data.repositories.nodes).toHaveLength(repositoryIds.length);
    expect(data.repositories.nodes[0].viewerCanUpdate).toBe(false);
    const { data: byId } = await bot.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: otherIds,
    });
    expect(byId.nodes).toEqual(otherIds.map(() => null));
  });
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
  const { person, organizationId, token } = await joinByToken('admin', undefined, 'admin');
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
