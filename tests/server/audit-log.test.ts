import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { describeKind } from '#server/features/audit-log/kinds.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import { readAllPages } from '#tests/support/pages.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { mutate, payloadOf, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '6000' });
const { database } = server;
const admin = await server.as('admin');

const list = `query ($filter: AuditEventFilter, $first: Int, $after: String) {
  auditEvents(filter: $filter, first: $first, after: $after) {
    totalCount
    pageInfo { hasNextPage endCursor }
    nodes {
      id kind detail network createdAt subjectId subjectName actorName
      actorId changedFields organizationId sessionId accessTokenId accessTokenName
      actor { id } user { id } repository { id } organization { id }
    }
  }
}`;

async function events(filter: object, viewer: TestUser = admin): Promise<Json[]> {
  const { data, errors } = await viewer.send(list, { filter, first: 100 });
  expect(errors).toEqual([]);
  return data.auditEvents.nodes;
}

const creating = `mutation ($name: String!) {
  createRepository(input: { name: $name, link: "a.example" }) { repository { id } errors { code } }
}`;

async function createdRepository(by: TestUser, name = unique('repository')): Promise<string> {
  const input = { name, link: 'a.example' };
  return (await payloadOf(by, 'createRepository', input, 'repository { id }')).repository.id;
}

describe('changes of repositories', () => {
  it('are told with the name at the time, and the former name', async () => {
    const name = unique('atlas');
    const id = await createdRepository(admin, name);
    await mutate(admin, 'updateRepository', { id, name: `${name} two` });
    await mutate(admin, 'deleteRepositories', { ids: [id] });
    const common = { subjectId: id, actor: { id: admin.id }, user: null, repository: null };
    expect(await events({ subjectId: id })).toMatchObject([
      { ...common, kind: 'REPOSITORY_DELETED', subjectName: `${name} two`, detail: null },
      { ...common, kind: 'REPOSITORY_UPDATED', subjectName: `${name} two`, detail: name },
      { ...common, kind: 'REPOSITORY_CREATED', subjectName: name },
    ]);
  });

  it('cost no statement, and leave nothing where they are refused', async () => {
    const name = unique('once');
    // The session, and the row with its event.
    expect((await admin.send(creating, { name })).statements).toBe(2);
    const before = await database.auditEvent.count();
    const again = await admin.send(creating, { name });
    expect(again.data.createRepository.errors).toEqual([{ code: 'NAME_ALREADY_USED' }]);
    const missing = { id: newId('Repository'), description: 'x' };
    expect(await mutate(admin, 'updateRepository', missing)).toEqual(['NOT_FOUND']);
    expect(await database.auditEvent.count()).toBe(before);
  });
});

it('changes in an organization name it, and whether a manager of the installation made them', async () => {
  const owner = await server.as('user');
  const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
  const input = { name: unique('atlas'), link: 'a.example', organizationId };
  const { repository } = await payloadOf(owner, 'createRepository', input, 'repository { id }');
  const { id } = repository;
  for (const viewer of [owner, admin]) {
    await mutate(viewer, 'updateRepository', { id, description: `by ${viewer.id}` });
    await mutate(viewer, 'deleteRepositories', { ids: [id] });
    await mutate(viewer, 'restoreRepositories', { ids: [id] });
  }
  const told = await database.auditEvent.findMany({
    where: { recordId: id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  const changes = ['repository_updated', 'repository_deleted', 'repository_restored'];
  expect(told.map(({ kind, actorId, byManager }) => [kind, actorId, byManager])).toEqual([
    ...['repository_created', ...changes].map((kind) => [kind, owner.id, false]),
    ...changes.map((kind) => [kind, admin.id, true]),
  ]);
  const concerned = { organizationId, organization: { id: organizationId } };
  expect(await events({ organizationId })).toMatchObject(told.map(() => concerned));
});

it('the list is filtered by who, whom, kind and time, and paged', async () => {
  const manager = await server.as('admin');
  const user = await server.as('user');
  await mutate(manager, 'banUsers', { ids: [user.id], banReason: 'Spam' });
  const [banned, ...others] = await events({ subjectId: user.id });
  expect(banned).toMatchObject({
    ...{ kind: 'BANNED', detail: 'Spam', actor: { id: manager.id }, user: { id: user.id } },
    ...{ subjectName: 'Some user', network: 'loopback' },
  });
  expect(others.map(({ kind }) => kind)).toContain('SIGNED_IN');
  const own = await events({ actorId: user.id });
  expect(own.map(({ kind }) => kind)).toEqual(others.map(({ kind }) => kind));
  const self = { actorId: user.id, actor: { id: user.id }, actorName: 'Some user' };
  expect(own).toMatchObject(own.map(() => self));
  const kinds = ['BANNED', 'SIGNED_IN'];
  const both = await events({ subjectId: user.id, kinds });
  expect(both.map(({ kind }) => kind)).toEqual(kinds);
  expect(await events({ actorId: manager.id, subjectId: user.id })).toHaveLength(1);
  expect(await events({ kinds: ['BANNED'], subjectId: user.id })).toHaveLength(1);
  const before = { createdAt: { before: banned.createdAt } };
  expect(await events({ subjectId: user.id, ...before })).toHaveLength(others.length);
  const from = { createdAt: { from: banned.createdAt } };
  expect(await events({ subjectId: user.id, ...from })).toHaveLength(1);
  for (const id of ['constructor', "'; --", newId('Session'), newId('User')]) {
    expect(await events({ subjectId: id })).toEqual([]);
    expect(await events({ actorId: id })).toEqual([]);
  }
  const all = await events({ subjectId: user.id });
  const seen = await readAllPages<{ id: string }>('first', 1, async (page) => {
    const { data } = await admin.send(list, { filter: { subjectId: user.id }, ...page });
    expect(data.auditEvents.totalCount).toBe(all.length);
    return data.auditEvents;
  });
  expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

describe('a deleted account', () => {
  it('leaves its name and events, without addresses and former names', async () => {
    const manager = await server.as('admin');
    const { id, email } = await createUser(database, { name: 'Ada Lovelace' });
    await mutate(manager, 'updateUser', { id, name: 'Ada King' });
    const banReason = `Wrote as ${email} to everyone`;
    await mutate(manager, 'banUsers', { ids: [id], banReason });
    await mutate(manager, 'deleteUsers', { ids: [id] });
    const left = await events({ subjectId: id });
    expect(
      left.map(({ kind, detail, subjectName, user }) => [kind, detail, subjectName, user]),
    ).toEqual([
      ['DELETED', null, 'Ada King', null],
      ['BANNED', null, 'Ada King', null],
      ['NAME_CHANGED', null, 'Ada King', null],
    ]);
    expect(left[0].actor).toEqual({ id: manager.id });
    await mutate(admin, 'deleteUsers', { ids: [manager.id] });
    expect(await events({ actorId: manager.id, subjectId: id })).toHaveLength(3);
    const [own] = await events({ subjectId: manager.id });
    expect(own).toMatchObject({
      kind: 'DELETED',
      subjectName: 'Some admin',
      actor: { id: admin.id },
    });
  });

  it('that its owner deletes is told, too; a name that is an address is not kept', async () => {
    const cookie = await server.signIn(`${unique('leaving')}@example.org`);
    const { data } = await server.sendAs(cookie)('{ viewer { user { id email } } }');
    const { id, email } = data.viewer.user;
    await database.user.update({ where: { id }, data: { name: email } });
    await database.auditEvent.create({
      data: { id: newId('AuditEvent'), userId: id, kind: 'onboarded' },
    });
    expect((await server.post('/api/auth/delete-user', {}, cookie)).status).toBe(200);
    const left = await events({ subjectId: id });
    expect(left.map(({ kind }) => kind)).toEqual(['DELETED', 'ONBOARDED', 'SIGNED_IN', 'CREATED']);
    expect(JSON.stringify(left)).not.toContain(email);
  });
});

describe('the database', () => {
  const refused = /account_event_append_only/;

  it('refuses to change, delete or empty the log', async () => {
    const id = await createdRepository(admin);
    const where = { recordId: id };
    await expect(
      database.auditEvent.updateMany({ where, data: { actorName: 'Nobody' } }),
    ).rejects.toThrow(refused);
    await expect(database.auditEvent.deleteMany({ where })).rejects.toThrow(refused);
    await expect(database.$executeRaw`TRUNCATE "account_event"`).rejects.toThrow(refused);
    expect(await database.auditEvent.count({ where })).toBe(1);
  });

  it('passes over what an earlier version deletes after 400 days, so that its other tables are cleaned', async () => {
    const { id: userId } = await createUser(database);
    const old = new Date(Date.now() - 401 * 24 * 60 * 60 * 1_000);
    const data = { id: newId('AuditEvent'), userId, kind: 'signed_in' as const, createdAt: old };
    await database.auditEvent.create({ data });
    expect(await database.auditEvent.deleteMany({ where: { userId } })).toEqual({ count: 0 });
    expect(await database.auditEvent.count({ where: { userId } })).toBe(1);
  });

  it('keeps what managers did to a user, however often they do it', async () => {
    const { id: userId } = await createUser(database);
    const many = Array.from({ length: 250 }, () => ({
      ...{ id: newId('AuditEvent'), userId, kind: 'banned' as const, actorId: admin.id },
    }));
    await database.auditEvent.createMany({ data: many });
    expect(await database.auditEvent.count({ where: { userId } })).toBe(250);
  });
});

it('the CSV or NDJSON file holds what the filters leave, as CSV and as one JSON object per line', async () => {
  const manager = await server.as('admin');
  const id = await createdRepository(manager, '=SUM(A1)');
  const filter = { actorId: manager.id, kinds: ['REPOSITORY_CREATED'] };
  const get = (ending: string) =>
    server.request(`/api/export/audit-log.${ending}?variables=${JSON.stringify({ filter })}`, {
      headers: { cookie: manager.cookie },
    });
  const csv = await (await get('csv')).text();
  const [header, line = ''] = csv.split('\r\n');
  expect(header).toContain(
    'id,createdAt,kind,actorId,actorName,subjectId,subjectName,detail,network',
  );
  expect(line).toContain(`,repository_created,${manager.id},Some admin,${id},'=SUM(A1),,loopback`);
  const ndjson = await get('ndjson');
  expect(ndjson.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const rows = (await ndjson.text())
    .trimEnd()
    .split('\n')
    .map((row) => JSON.parse(row));
  expect(rows).toMatchObject([
    { kind: 'repository_created', actorId: manager.id, subjectName: '=SUM(A1)', detail: null },
  ]);
  const told = await events({ actorId: manager.id, kinds: ['LIST_EXPORTED'] });
  expect(told.map(({ detail }) => detail)).toEqual(['audit-log.ndjson', 'audit-log.csv']);
  for (const wrongFilter of [
    { kinds: ['constructor'] },
    { kinds: ['DELETED', 'x'] },
    { createdAt: { from: 'yesterday' } },
  ]) {
    const query = JSON.stringify({ filter: wrongFilter });
    const wrong = await server.request(`/api/export/audit-log.csv?variables=${query}`, {
      headers: { cookie: admin.cookie },
    });
    expect(wrong.status).toBe(400);
  }
});

it('describes kinds by a table and a participle, and demands a description of others', () => {
  const described = (kind: string) => describeKind(kind as AuditEventKind);
  expect(described('repository_archived')).toBe('A repository was archived.');
  expect(described('repository_sent')).toBe('A repository was sent.');
  for (const kind of ['repository_reply', 'repository_owner_changed', 'unknown_archived']) {
    expect(() => described(kind), kind).toThrow('describe it');
  }
});
