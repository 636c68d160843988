import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { auditLimits } from '#server/features/audit-log/audit-log.ts';
import { createToken, program } from '#tests/support/access-tokens.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10000' });
const { database } = server;
const manager = await server.as('admin');

const act = async (person: TestUser, name: string, input: object) =>
  expect(await mutate(person, name, input)).toEqual([]);

async function events(filter: object): Promise<Json[]> {
  const { data, errors } = await manager.send(
    `query ($filter: AuditEventFilter) { auditEvents(filter: $filter, first: 100) { nodes {
      kind detail changedFields subjectId subjectName organizationName network
      actor { id } user { id } organization { id } } } }`,
    { filter },
  );
  expect(errors).toEqual([]);
  return data.auditEvents.nodes;
}

const memberOf = (organizationId: string, userId: string) =>
  database.member.findFirstOrThrow({ where: { organizationId, userId } });

async function createAccount(by: TestUser, organizationId: string) {
  const input = { organizationId, name: 'Robot', role: 'ADMIN' };
  const fields = 'member { id userId }';
  return (await payloadOf(by, 'createOrganizationServiceAccount', input, fields)).member;
}

describe('an organization', () => {
  it('tells its former name and slug, those that changed', async () => {
    const owner = await server.as('user');
    const slug = unique('acme');
    const { id } = await createOrganization(database, { ownerId: owner.id, name: 'Acme', slug });
    const next = unique('ajax');
    await act(owner, 'updateOrganization', { id, name: 'Ajax' });
    await act(owner, 'updateOrganization', { id, slug: next });
    await act(owner, 'updateOrganization', { id, name: 'Ajax' });
    await act(owner, 'updateOrganization', { id, name: 'A', slug });
    const told = await events({ subjectId: id });
    const details = [`Ajax, ${next}`, slug, 'Acme'];
    expect(told.map(({ detail }) => detail)).toEqual(details);
    const fields = [['name', 'slug'], ['slug'], ['name']];
    expect(told.map(({ changedFields }) => changedFields)).toEqual(fields);
    const names = ['A', 'Ajax', 'Ajax'];
    expect(told.map(({ subjectName }) => subjectName)).toEqual(names);
    const common = { kind: 'ORGANIZATION_UPDATED', subjectId: id, network: 'loopback', user: null };
    for (const event of told) {
      expect(event).toMatchObject({ ...common, actor: { id: owner.id }, organization: { id } });
    }
  });

  it('keeps what happened to people, and what managers did there, when it is deleted', async () => {
    const [owner, person] = [await server.as('user'), await createUser(database)];
    const { id } = await createOrganization(database, {
      ...{ ownerId: owner.id, name: 'Acme' },
      members: { [person.id]: 'member' },
    });
    const { id: memberId } = await memberOf(id, person.id);
    await act(manager, 'updateMember', { id: memberId, role: 'ADMIN' });
    await act(owner, 'removeMember', { id: memberId });
    await act(owner, 'deleteOrganization', { id });
    const common = { organizationName: 'Acme', organization: null };
    expect(await events({ subjectId: id })).toMatchObject([
      {
        ...{ ...common, kind: 'ORGANIZATION_DELETED', actor: { id: owner.id } },
        ...{ subjectId: id, subjectName: 'Acme', user: null },
      },
      {
        ...{ ...common, kind: 'MEMBER_REMOVED', actor: { id: owner.id } },
        ...{ subjectId: person.id, subjectName: 'Someone', user: { id: person.id } },
      },
      {
        ...{ ...common, kind: 'MEMBER_ROLE_CHANGED', actor: { id: manager.id }, detail: 'admin' },
        ...{ subjectId: person.id, subjectName: 'Someone', user: { id: person.id } },
      },
    ]);
  });

  it.each(['owner', 'manager'] as const)(
    'leaves events of its service accounts when they are removed, or it is deleted by its %s',
    async (who) => {
      const owner = await server.as('user');
      const by = who === 'owner' ? owner : manager;
      const { id } = await createOrganization(database, { ownerId: owner.id });
      const [removed, left] = [await createAccount(by, id), await createAccount(by, id)];
      const told = async ({ userId }: { userId: string }) =>
        (await events({ subjectId: userId })).map(({ kind, subjectName, actor }) => [
          ...[kind, subjectName, actor?.id],
        ]);
      await act(by, 'removeMember', { id: removed.id });
      const kinds = ['DELETED', 'MEMBER_REMOVED', 'CREATED', 'MEMBER_ADDED'];
      expect(await told(removed)).toEqual(kinds.map((kind) => [kind, 'Robot', by.id]));
      await act(by, 'deleteOrganization', { id });
      expect(await told(left)).toEqual(
        (who === 'owner' ? ['DELETED'] : ['DELETED', 'CREATED', 'MEMBER_ADDED']).map((kind) => [
          ...[kind, 'Robot', by.id],
        ]),
      );
    },
  );

  it('leaves the event of a service account that leaves', async () => {
    const owner = await server.as('user');
    const { id } = await createOrganization(database, { ownerId: owner.id });
    const { userId } = await createAccount(owner, id);
    const { secret } = await createToken(owner, { userId, scopes: ['ORGANIZATION_UPDATE'] });
    expect(await mutate(program(server, secret), 'leaveOrganization', { id })).toEqual([]);
    const [deleted, left] = await events({ subjectId: userId });
    const common = { subjectName: 'Robot', actor: null };
    expect(deleted).toMatchObject({ ...common, kind: 'DELETED' });
    expect(left).toMatchObject({ ...common, kind: 'MEMBER_LEFT', organization: { id } });
  });
});

describe('a person', () => {
  it('finds memberships in the log, not in the history of the account', async () => {
    const [owner, person] = [await server.as('user'), await server.as('user')];
    const members = { [person.id]: 'member' } as const;
    const { id } = await createOrganization(database, { ownerId: owner.id, members });
    await act(person, 'leaveOrganization', { id });
    const [left] = await events({ subjectId: person.id });
    expect(left).toMatchObject({
      ...{ kind: 'MEMBER_LEFT', actor: { id: person.id }, organization: { id } },
    });
    const { data } = await person.send(
      '{ viewer { user { auditEvents(first: 100) { nodes { kind } } } } }',
    );
    expect(JSON.stringify(data)).not.toContain('MEMBER');
  });

  it('cannot fill the log by founding and deleting organizations', async () => {
    const owner = await server.as('user');
    const gone = newId('Organization');
    const deleted = () => ({
      ...{ id: newId('AuditEvent'), userId: newId('User'), kind: 'deleted' as const },
      ...{ actorId: owner.id, createdAt: new Date(Date.now() - 60_000) },
    });
    const byManager = deleted();
    const many = Array.from({ length: auditLimits.deletionsPerUser + 20 }, deleted);
    await database.auditEvent.createMany({
      data: [byManager, ...many.map((event) => ({ ...event, organizationId: gone }))],
    });
    const where = { actorId: owner.id, organizationId: gone };
    const { id } = await createOrganization(database, { ownerId: owner.id });
    await act(owner, 'deleteOrganization', { id });
    expect(await database.auditEvent.count({ where })).toBe(auditLimits.deletionsPerUser - 1);
    expect(await database.auditEvent.count({ where: { id: byManager.id } })).toBe(1);
  });
});
