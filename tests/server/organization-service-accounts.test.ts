import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createOrganization, createRepository, createUser } from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { errorCodes, mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const createMutation = `mutation ($input: CreateOrganizationServiceAccountInput!) {
  createOrganizationServiceAccount(input: $input) {
    member { id userId name role isServiceAccount email } errors { code field }
  }
}`;

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
  const input = { organizationId, name: 'Robot', role };
  const { data } = await by.send(createMutation, { input });
  return data.createOrganizationServiceAccount.member as { id: string; userId: string };
}

describe('a service account of an organization', () => {
  it.each(['owner', 'admin'] as const)('is created by an %s', async (role) => {
    const { organizationId } = await createGroup();
    const input = { organizationId, name: ' Robot ', role: 'MEMBER' };
    const { data } = await people[role].send(createMutation, { input });
    const { member, errors } = data.createOrganizationServiceAccount;
    expect(errors).toEqual([]);
    expect(member).toMatchObject({ name: 'Robot', role: 'MEMBER', isServiceAccount: true });
    const { data: listed } = await people[role].send(
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
    const users = Array.from({ length: limit - 1 }, () => newId('User'));
    await database.user.createMany({
      data: users.map((id) => ({
        id,
        email: `${id}@service-account.invalid`,
        isServiceAccount: true,
      })),
    });
    await database.member.createMany({
      data: users.map((userId) => ({
        id: newId('Member'),
        organizationId,
        userId,
        role: 'member',
      })),
    });
    const input = { organizationId, name: 'Twin', role: 'MEMBER' };
    const answers = await Promise.all([1, 2].map(() => owner.send(createMutation, { input })));
    const codes = answers.flatMap(({ data }) =>
      data.createOrganizationServiceAccount.errors.map(({ code }: { code: string }) => code),
    );
    expect(codes).toEqual(['ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED']);
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
      const { errors } = await by.send(
        `mutation ($id: ID!) {
          rotateAccessToken(input: { id: $id, overlapHours: 0 }) { accessToken { id } }
          revokeAccessToken(input: { id: $id }) { accessToken { id } } }`,
        { id },
      );
      expect(errors).toEqual([]);
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
    expect(await mutate(owner, 'createOrganizationServiceAccount', input)).toEqual(refused);
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

  const lifecycle = `mutation ($id: ID!) {
    updateAccessToken(input: { id: $id, name: "Renamed" }) { errors { code } }
    rotateAccessToken(input: { id: $id, overlapHours: 0 }) { errors { code } }
    revokeAccessToken(input: { id: $id }) { errors { code } }
  }`;
  const codesOf = (data: Record<string, { errors: { code: string }[] }>) =>
    Object.values(data).map(({ errors }) => errors.map(({ code }) => code).join());

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
      const { data: kept } = await person.send(lifecycle, { id });
      expect(codesOf(kept)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
      await expect(createToken(person, { userId })).rejects.toThrow('NOT_FOUND');
    }
    expect(codesOf((await admin.send(lifecycle, { id })).data)).toEqual(['', '', '']);
  });

  it('of a person is revoked by owners and admins, who cannot use it', async () => {
    const { organizationId, admin, member } = await createGroup();
    const { id } = await createToken(member, { organizationId });
    const { id: elsewhere } = await createToken(member);
    expect(codesOf((await admin.send(lifecycle, { id })).data)).toEqual([
      'NOT_FOUND',
      'NOT_FOUND',
      '',
    ]);
    const { data } = await admin.send(lifecycle, { id: elsewhere });
    expect(codesOf(data)).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND']);
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
