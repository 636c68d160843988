import { describe, expect, it } from 'vitest';
import {
  createInvitation,
  createOrganization,
  createRepository,
  createTeam,
  createUser,
} from '#tests/support/factories.ts';
import type { TestUser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;

const leave = (person: TestUser, id: string) => mutate(person, 'leaveOrganization', { id });

const memberOf = (organizationId: string, userId: string) =>
  database.member.findFirstOrThrow({ where: { organizationId, userId } });

describe('an organization keeps an owner', () => {
  it('when the only one leaves, steps down, is removed or deletes the account', async () => {
    const owner = await server.as('user');
    const manager = await server.as('admin');
    const { id } = await createOrganization(database, { ownerId: owner.id });
    expect(await leave(owner, id)).toEqual(['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER']);
    const { id: memberId } = await memberOf(id, owner.id);
    const without = ['YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER'];
    expect(await mutate(owner, 'updateMember', { id: memberId, role: 'ADMIN' })).toEqual(without);
    expect(await mutate(manager, 'updateMember', { id: memberId, role: 'ADMIN' })).toEqual(without);
    expect(await mutate(manager, 'removeMember', { id: memberId })).toEqual(without);
    expect(await mutate(manager, 'deleteUsers', { ids: [owner.id] })).toEqual(without);
    const deleted = await server.post('/api/auth/delete-user', {}, owner.cookie);
    expect(deleted.status).toBe(400);
    expect(await deleted.json()).toMatchObject({
      code: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
    });
    expect(await memberOf(id, owner.id)).toMatchObject({ role: 'owner' });
  });

  it('when its owners leave at the same time', async () => {
    const owners = await Promise.all([1, 2, 3].map(() => server.as('user')));
    const [first, ...others] = owners;
    const { id } = await createOrganization(database, {
      ownerId: first?.id ?? '',
      members: Object.fromEntries(others.map((person) => [person.id, 'owner'])),
    });
    const codes = await Promise.all(owners.map((person) => leave(person, id)));
    expect(codes.flat()).toEqual(['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER']);
    expect(await database.member.count({ where: { organizationId: id } })).toBe(1);
  });
});

it('an organization counts its owners, whatever makes one or ends it', async () => {
  const [owner, second, third] = await Promise.all([1, 2, 3].map(() => server.as('user')));
  if (!owner || !second || !third) throw new Error('missing');
  const { id } = await createOrganization(database, {
    ownerId: owner.id,
    members: { [second.id]: 'member', [third.id]: 'owner' },
  });
  const { id: memberId } = await memberOf(id, second.id);
  const setRole = (role: string) => mutate(owner, 'updateMember', { id: memberId, role });
  const steps: [number, () => Promise<unknown>][] = [
    [2, async () => undefined],
    [3, () => setRole('OWNER')],
    [2, () => setRole('ADMIN')],
    [2, () => setRole('MEMBER')],
    [1, () => leave(third, id)],
    [1, () => mutate(owner, 'removeMember', { id: memberId })],
    [
      2,
      async () => {
        const invited = { organizationId: id, inviterId: owner.id, email: third.email };
        const { id: invitationId } = await createInvitation(database, {
          ...{ ...invited, role: 'owner' as const },
        });
        return mutate(third, 'acceptInvitation', { id: invitationId });
      },
    ],
    [1, () => database.user.delete({ where: { id: third.id } })],
  ];
  for (const [count, step] of steps) {
    await step();
    const ask = 'query ($id: ID!) { organization(id: $id) { ownerCount viewerCanLeave } }';
    const { data } = await owner.send(ask, { id });
    expect(data.organization).toEqual({ ownerCount: count, viewerCanLeave: count > 1 });
  }
});

describe('an organization keeps a team once it has one', () => {
  const deleteTeam = (person: TestUser, id: string) => mutate(person, 'deleteTeam', { id });

  it.each(['user', 'admin'] as const)('when a %s deletes the last one', async (role) => {
    const person = await server.as(role);
    const { id } = await createOrganization(database, {
      ...(role === 'user' && { ownerId: person.id }),
    });
    const [first, second] = [await createTeam(database, id), await createTeam(database, id)];
    expect(await deleteTeam(person, first.id)).toEqual([]);
    expect(await deleteTeam(person, second.id)).toEqual(['UNABLE_TO_REMOVE_LAST_TEAM']);
    expect(await deleteTeam(person, first.id)).toEqual(['NOT_FOUND']);
    expect(await database.team.count({ where: { organizationId: id } })).toBe(1);
  });

  it('when all are deleted at the same time', async () => {
    const owner = await server.as('user');
    const { id } = await createOrganization(database, { ownerId: owner.id });
    const teams = await Promise.all([1, 2, 3].map(() => createTeam(database, id)));
    const codes = await Promise.all(teams.map((team) => deleteTeam(owner, team.id)));
    expect(codes.flat()).toEqual(['UNABLE_TO_REMOVE_LAST_TEAM']);
    expect(await database.team.count({ where: { organizationId: id } })).toBe(1);
  });
});

describe('a member', () => {
  it('who leaves or is removed sees nothing of it from the next request on', async () => {
    const [owner, person] = [await server.as('user'), await server.as('user')];
    const { id } = await createOrganization(database, {
      ownerId: owner.id,
      members: { [person.id]: 'admin' },
    });
    const { id: repositoryId } = await createRepository(database, { organizationId: id });
    const { id: teamId } = await createTeam(database, id);
    const { id: memberId } = await memberOf(id, person.id);
    await mutate(owner, 'addTeamMember', { teamId, memberId });
    const document =
      'query ($id: ID!, $repositoryId: ID!) { organization(id: $id) { memberCount teams { nodes { memberCount } } } repository(id: $repositoryId) { viewerCanUpdate } }';
    const before = await person.send(document, { id, repositoryId });
    expect(before.data).toEqual({
      organization: { memberCount: 2, teams: { nodes: [{ memberCount: 1 }] } },
      repository: { viewerCanUpdate: true },
    });
    expect(await mutate(owner, 'removeMember', { id: memberId })).toEqual([]);
    const after = await person.send(document, { id, repositoryId });
    expect(after.data).toEqual({ organization: null, repository: null });
    expect(await mutate(person, 'updateRepository', { id: repositoryId, name: 'Mine' })).toEqual([
      'FORBIDDEN',
    ]);
    expect(await leave(person, id)).toEqual(['NOT_FOUND']);
    expect(await database.teamMembership.count({ where: { teamId } })).toBe(0);
  });

  it('has as many memberships in their session as in the table, after changes at the same time', async () => {
    const [person, ...owners] = await Promise.all([1, 2, 3, 4].map(() => createUser(database)));
    const userId = person?.id ?? '';
    const organizations = await Promise.all(
      owners.map(({ id }) => createOrganization(database, { ownerId: id })),
    );
    await Promise.all(
      organizations.map(({ id }, index) =>
        database.member.create({
          data: {
            id: `mbr_01h455vb4pex5vsknk084sn0${index}q`,
            organizationId: id,
            userId,
            role: 'admin',
          },
        }),
      ),
    );
    const stored = await database.user.findUniqueOrThrow({ where: { id: userId } });
    const all = organizations.map(({ id }) => `${id}=admin`).sort();
    expect(stored.memberships.split(' ')).toEqual(all);
    const [first] = organizations;
    await database.organization.delete({ where: { id: first?.id ?? '' } });
    const left = await database.user.findUniqueOrThrow({ where: { id: userId } });
    expect(left.memberships.split(' ')).toEqual(
      all.filter((entry) => !entry.startsWith(`${first?.id}`)),
    );
  });

  it('is found by name, and by email only by who may see that', async () => {
    const [owner, person] = [await server.as('user'), await server.as('user')];
    const other = await createUser(database, {
      name: 'Zuhura Mwinyi',
      email: 'zuhura-m@example.net',
    });
    const { id } = await createOrganization(database, {
      ownerId: owner.id,
      members: { [person.id]: 'member', [other.id]: 'admin' },
    });
    const find = async (who: TestUser, args: string) => {
      const { data } = await who.send(
        `query ($id: ID!) { organization(id: $id) { members(${args}) { nodes { name } } } }`,
        { id },
      );
      return data.organization.members.nodes;
    };
    expect(await find(person, 'searchTerm: "zuhura mwin"')).toEqual([{ name: 'Zuhura Mwinyi' }]);
    expect(await find(person, 'searchTerm: "zuhura-m@"')).toEqual([]);
    expect(await find(owner, 'searchTerm: "zuhura-m@"')).toEqual([{ name: 'Zuhura Mwinyi' }]);
    expect(await find(owner, 'role: ADMIN')).toEqual([{ name: 'Zuhura Mwinyi' }]);
  });
});
