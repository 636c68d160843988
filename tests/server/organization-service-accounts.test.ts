import { describe, expect, it } from 'vitest';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import {
  createMember,
  createOrganization,
  createRepository,
  createUser,
} from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const creation = 'createOrganizationServiceAccount';

const people = {
  owner: await server.as('user'),
  admin: await server.as('user'),
  member: await server.as('user'),
  outsider: await server.as('user'),
};

async function createGroup({ owner, admin, member } = people) {
  const members = { [admin.id]: 'admin', [member.id]: 'member' } as const;
  const { id } = await createOrganization(database, { ownerId: owner.id, members });
  return { organizationId: id, owner, admin, member };
}

async function createAccount(by: TestUser, organizationId: string, role = 'ADMIN') {
  const input = { organizationId, name: ' Robot ', role };
  const fields = 'member { id userId name role isServiceAccount }';
  const { member, errors } = await payloadOf(by, creation, input, fields);
  expect(errors).toEqual([]);
  return member;
}

describe('a service account of an organization', () => {
  it('is listed apart from people', async () => {
    const { organizationId, owner } = await createGroup();
    const member = await createAccount(owner, organizationId, 'MEMBER');
    expect(member).toMatchObject({ name: 'Robot', role: 'MEMBER', isServiceAccount: true });
    const { data: listed } = await owner.send(
      `query ($id: ID!) { organization(id: $id) { memberCount
        accounts: members(isServiceAccount: true) { nodes { id } totalCount }
        people: members(isServiceAccount: false) { totalCount } } }`,
      { id: organizationId },
    );
    expect(listed.organization).toEqual({
      memberCount: 4,
      accounts: { nodes: [{ id: member.id }], totalCount: 1 },
      people: { totalCount: 3 },
    });
  });

  it('is one of a limited number, also of two at once', async () => {
    const { organizationId, owner } = await createGroup();
    const { serviceAccountsPerOrganization: limit } = organizationLimits;
    for (let count = 1; count < limit; count += 1) {
      const { id } = await createUser(database, { isServiceAccount: true });
      await createMember(database, organizationId, id);
    }
    const input = { organizationId, name: 'Twin', role: 'MEMBER' };
    const codes = await Promise.all([1, 2].map(() => mutate(owner, creation, input)));
    expect(codes.flat()).toEqual(['ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED']);
    const named = { name: 'Twin', members: { none: {} }, isServiceAccount: true };
    expect(await database.user.count({ where: named })).toBe(0);
  });

  it.each(['an owner', 'a manager'] as const)(
    'is told of in the audit log, as an event of the organization: by %s',
    async (who) => {
      const { organizationId, owner } = await createGroup();
      const by = who === 'an owner' ? owner : await server.as('admin');
      const { userId } = await createAccount(by, organizationId);
      const { id } = await createToken(by, { userId });
      expect(await mutate(by, 'rotateAccessToken', { id, overlapHours: 0 })).toEqual([]);
      expect(await mutate(by, 'revokeAccessToken', { id })).toEqual([]);
      const told = await database.auditEvent.findMany({
        where: { userId },
        orderBy: { id: 'asc' },
        select: { kind: true, actorId: true, organizationId: true, byManager: true },
      });
      const kinds = [
        ...['member_added', 'created'],
        ...['created', 'rotated', 'revoked'].map((how) => `access_token_${how}`),
      ];
      const of = { actorId: by.id, organizationId, byManager: who === 'a manager' };
      expect(told).toEqual(kinds.map((kind) => ({ kind, ...of })));
    },
  );

  it('never owns the organization', async () => {
    const { organizationId, owner } = await createGroup();
    const refused = ['SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION'];
    const input = { organizationId, name: 'Robot', role: 'OWNER' };
    expect(await mutate(owner, creation, input)).toEqual(refused);
    const { id } = await createAccount(owner, organizationId);
    expect(await mutate(owner, 'updateMember', { id, role: 'OWNER' })).toEqual(refused);
  });

  it('stays when its creator leaves', async () => {
    const admin = await server.as('user');
    const { organizationId } = await createGroup({ ...people, admin });
    const { userId } = await createAccount(admin, organizationId);
    const { secret } = await createToken(admin, { userId });
    await database.user.delete({ where: { id: admin.id } });
    const { status } = await program(server, secret).send('{ repositories { nodes { id } } }');
    expect(status).toBe(200);
  });

  const ends: Record<
    string,
    (organizationId: string, id: string, owner: TestUser) => Promise<unknown>
  > = {
    'it is removed': (_organizationId, id, owner) => mutate(owner, 'removeMember', { id }),
    'the organization is deleted': (id) => database.organization.delete({ where: { id } }),
  };

  it.each(Object.entries(ends))('ends with its tokens when %s', async (_name, end) => {
    const { organizationId, owner, member } = await createGroup();
    const { id, userId } = await createAccount(owner, organizationId);
    const { secret } = await createToken(owner, { userId });
    await end(organizationId, id, owner);
    const { status } = await program(server, secret).send('{ viewer { permissions } }');
    expect(status).toBe(401);
    expect(await database.user.count({ where: { id: userId } })).toBe(0);
    expect(await database.user.count({ where: { id: member.id } })).toBe(1);
  });
});

describe('a token of a service account of an organization', () => {
  const read = `{ viewer { permissions }
    repositories { nodes { id } totalCount } users { totalCount } }`;

  it('is always limited to it', async () => {
    const { organizationId, owner } = await createGroup();
    await createRepository(database);
    const { id } = await createRepository(database, { organizationId });
    const { userId } = await createAccount(owner, organizationId);
    const scopes = ['REPOSITORY_READ', 'REPOSITORY_CREATE'];
    const { secret } = await createToken(owner, { userId, scopes, expiresInDays: null });
    const { data } = await program(server, secret).send(read);
    expect(data).toEqual({
      viewer: { permissions: scopes },
      repositories: { nodes: [{ id }], totalCount: 1 },
      users: null,
    });
  });

  it('stays limited for a manager who gives the account another role in the installation', async () => {
    const { organizationId, owner } = await createGroup();
    const manager = await server.as('admin');
    const { userId } = await createAccount(owner, organizationId);
    await database.user.update({ where: { id: userId }, data: { role: 'admin' } });
    const refused = createToken(manager, { userId, scopes: ['USER_LIST'] });
    await expect(refused).rejects.toThrow('SCOPE_NOT_GRANTED');
    const { id: otherId } = await createOrganization(database);
    const elsewhere = createToken(manager, { userId, organizationId: otherId });
    await expect(elsewhere).rejects.toThrow('NOT_FOUND');
    const { id, secret } = await createToken(manager, { userId });
    await database.accessToken.update({
      where: { id },
      data: { scopes: ['user:list', 'repository:read'] },
    });
    expect((await program(server, secret).send(read)).data.users).toBeNull();
  });

  /** What each change of a token is refused with. */
  const changes = async (by: TestUser, id: string) => [
    await mutate(by, 'updateAccessToken', { id, name: 'Renamed' }),
    await mutate(by, 'rotateAccessToken', { id, overlapHours: 0 }),
    await mutate(by, 'revokeAccessToken', { id }),
  ];
  const notFound = ['NOT_FOUND'];

  it('is listed, renamed, rotated and revoked by owners and admins only', async () => {
    const { organizationId, owner, admin, member } = await createGroup();
    const { userId } = await createAccount(owner, organizationId);
    const { id } = await createToken(owner, { userId });
    const list = `query ($id: ID!, $userId: ID) { organization(id: $id) {
      accessTokens(userId: $userId) { nodes { id viewerCanUpdate member { userId } } totalCount } } }`;
    const variables = { id: organizationId, userId };
    const nodes = [{ id, viewerCanUpdate: true, member: { userId } }];
    const { data } = await admin.send(list, variables);
    expect(data.organization.accessTokens).toEqual({ nodes, totalCount: 1 });
    const refused = await member.send(list, variables);
    expect(refused.data.organization.accessTokens).toBeNull();
    expect(errorCodes(refused)).toEqual(['FORBIDDEN']);
    for (const person of [member, people.outsider]) {
      expect(await changes(person, id)).toEqual([notFound, notFound, notFound]);
      await expect(createToken(person, { userId })).rejects.toThrow('NOT_FOUND');
    }
    expect(await changes(admin, id)).toEqual([[], [], []]);
  });

  it('of a person is revoked by owners and admins, who cannot use it', async () => {
    const { organizationId, admin, member } = await createGroup();
    const { id } = await createToken(member, { organizationId });
    const { id: elsewhere } = await createToken(member);
    expect(await changes(admin, id)).toEqual([notFound, notFound, []]);
    expect(await changes(admin, elsewhere)).toEqual([notFound, notFound, notFound]);
  });

  it('does not manage tokens itself', async () => {
    const { organizationId, owner } = await createGroup();
    const { userId } = await createAccount(owner, organizationId);
    const scopes = ['ORGANIZATION_READ', 'ORGANIZATION_UPDATE'];
    const { secret } = await createToken(owner, { userId, scopes });
    const answer = await program(server, secret).send(
      `query ($id: ID!) { organization(id: $id) { accessTokens { totalCount } } }`,
      { id: organizationId },
    );
    expect(errorCodes(answer)).toEqual(['ACCESS_TOKEN_REFUSED']);
  });

  it('is announced to its creator for as long as they manage the organization', async () => {
    const admin = await server.as('user');
    const { organizationId } = await createGroup({ ...people, admin });
    const { userId } = await createAccount(admin, organizationId);
    const noticesOf = async () =>
      (await server.mailsTo(admin.email)).filter(({ subject }) =>
        /access token|network/.test(subject),
      );
    const { secret } = await createToken(admin, { userId });
    const [notice] = await noticesOf();
    const { slug } = await database.organization.findUniqueOrThrow({
      where: { id: organizationId },
    });
    expect(notice?.text).toContain(`/app/organizations/${slug}/service-accounts`);
    const use = (address: string) =>
      program(server, secret, 'authorization', {}, address).send('{ viewer { permissions } }');
    await use('198.51.100.7');
    await database.member.updateMany({
      where: { organizationId, userId: admin.id },
      data: { role: 'member' },
    });
    await use('203.0.113.7');
    expect(await noticesOf()).toHaveLength(1);
  });
});

it('an installation’s service account is no member, so that it stays with its managers', async () => {
  const { owner } = await createGroup();
  const { id: userId } = await createUser(database, { isServiceAccount: true });
  await expect(createToken(owner, { userId })).rejects.toThrow('NOT_FOUND');
});
