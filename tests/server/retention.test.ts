import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { tableOf } from '#server/entities.ts';
import { auditLimits } from '#server/features/audit-log/audit-log.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { deleteExpired, retentionOf } from '#server/retention.ts';
import { formerTables } from '#tests/support/database.ts';
import { createOrganization, createUser, unique } from '#tests/support/factories.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const sessionsPerUser = 100;
const admin = 'root@example.org';
const server = await serverForFile({ ADMIN_EMAILS: admin });

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000);

const mail = (days: number, to = 'someone@example.org') => ({
  id: newId('Mail'),
  to,
  state: 'sent' as const,
  createdAt: daysAgo(days),
});

it('every table has a limit or a retention period', async () => {
  const tables = await server.database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> ALL(${formerTables}) ORDER BY 1`;
  const declared = Object.keys(retentionOf).map(tableOf);
  expect(tables.map(({ name }) => name)).toEqual(['_prisma_migrations', ...declared.sort()]);
});

it('old rows are deleted in batches, by one instance at a time', async () => {
  const { database } = server;
  await database.mail.createMany({ data: Array.from({ length: 2_500 }, () => mail(40)) });
  const count = () => database.mail.count({ where: { createdAt: { lt: daysAgo(30) } } });
  await database.$transaction(async (other) => {
    await other.$executeRaw`SELECT pg_advisory_xact_lock(${1_635_021_171}::bigint)`;
    await deleteExpired(database);
    expect(await count()).toBe(2_500);
  });
  const stopped = new AbortController();
  stopped.abort();
  await deleteExpired(database, stopped.signal);
  expect(await count()).toBe(2_500);
  await deleteExpired(database);
  expect(await count()).toBe(0);
});

describe('an owner', () => {
  it('cannot wash out by a flood what others did, what happened to people, or what they did first', async () => {
    const { database } = server;
    const [owner, other, person] = [
      await createUser(database),
      await createUser(database),
      await createUser(database),
    ];
    const members = { [other.id]: 'admin', [person.id]: 'member' } as const;
    const { id: organizationId } = await createOrganization(database, {
      ...{ ownerId: owner.id, members },
    });
    const flood = 'repository_deleted' as const;
    const add = (event: object, days: number) =>
      database.auditEvent.create({
        data: {
          ...{ id: newId('AuditEvent'), organizationId, recordId: newId('Repository') },
          ...{ actorId: owner.id, kind: flood, createdAt: daysAgo(days), ...event },
        },
      });
    const removed = { kind: 'member_removed' as const, userId: person.id };
    const kept = [
      await add({ actorId: other.id }, 9),
      await add({ ...removed, recordId: organizationId }, 8),
      await add({ kind: 'repository_updated' }, 7),
      await add({}, 6),
    ];
    const many = auditLimits.eventsPerOrganization + 40;
    await database.$executeRaw`
      INSERT INTO "account_event" ("id", "recordId", "kind", "actorId", "organizationId", "createdAt")
      SELECT 'evt_1' || lpad("i"::text, 24, '0') || '1', 'rep_1', ${flood}::"account_event_kind", ${owner.id}, ${organizationId},
        now() - make_interval(secs => ${many}::int - "i")
      FROM generate_series(1, ${many}::int) AS "i"`;
    await add({ id: `${newId('AuditEvent').slice(0, -1)}0` }, 0);
    const left = () => database.auditEvent.count({ where: { organizationId } });
    // Events about members don't count towards the limit.
    expect(await left()).toBe(auditLimits.eventsPerOrganization + 1);
    const ids = { id: { in: kept.map(({ id }) => id) } };
    expect(await database.auditEvent.count({ where: ids })).toBe(kept.length);
    await database.organization.delete({ where: { id: organizationId } });
    const stayed = await database.auditEvent.findMany({ where: { organizationId } });
    expect(stayed).toMatchObject([{ ...removed, actorId: owner.id }]);
  });

  it('cannot wash out how they treated a member by treating them so again and again', async () => {
    const { database } = server;
    const [owner, person] = [await createUser(database), await createUser(database)];
    const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
    const change = (detail: string, hours: number) => ({
      ...{ id: newId('AuditEvent'), organizationId, recordId: organizationId, detail },
      ...{ kind: 'member_role_changed' as const, userId: person.id, actorId: owner.id },
      createdAt: new Date(Date.now() - hours * 60 * 60 * 1_000),
    });
    const flood = Array.from({ length: 400 }, (_, index) => change('member', 400 - index));
    await database.auditEvent.createMany({ data: [change('admin', 500), ...flood] });
    const left = await database.auditEvent.findMany({
      where: { userId: person.id },
      orderBy: { createdAt: 'asc' },
    });
    expect(left).toHaveLength(auditLimits.eventsPerKind);
    expect(left[0]?.detail).toBe('admin');
  });
});

describe('one person', () => {
  it('cannot fill the history, nor wash a ban or a first name out of it with new names', async () => {
    const { database } = server;
    const { id: userId } = await createUser(database);
    const events = (kind: 'banned' | 'name_changed', count: number) =>
      database.auditEvent.createMany({
        data: Array.from({ length: count }, () => ({ id: newId('AuditEvent'), userId, kind })),
      });
    await events('banned', 1);
    const first = { ...{ id: newId('AuditEvent'), userId, detail: 'Ada' }, createdAt: daysAgo(1) };
    await database.auditEvent.create({ data: { ...first, kind: 'name_changed' } });
    await events('name_changed', auditLimits.eventsPerKind + 100);
    const newest = newId('AuditEvent');
    await database.auditEvent.create({ data: { id: newest, userId, kind: 'name_changed' } });
    const left = await database.auditEvent.groupBy({
      by: ['kind'],
      where: { userId },
      _count: true,
    });
    expect(Object.fromEntries(left.map(({ kind, _count }) => [kind, _count]))).toEqual({
      banned: 1,
      name_changed: auditLimits.eventsPerKind,
    });
    const ids = { id: { in: [first.id, newest] } };
    expect(await database.auditEvent.count({ where: ids })).toBe(2);
  });

  it('has at most 100 sessions: a new one ends the one that was unused for the longest', async () => {
    const { database } = server;
    const person = await server.as('user');
    const session = (index: number) => ({
      id: newId('Session'),
      userId: person.id,
      token: unique('token'),
      expiresAt: daysAgo(-1),
      lastActiveAt: new Date(Date.now() - index * 60_000),
    });
    const others = Array.from({ length: sessionsPerUser - 1 }, (_, index) => session(index + 1));
    await database.session.createMany({ data: others });
    const cookie = await server.signIn(person.email);
    const left = await database.session.findMany({ where: { userId: person.id } });
    expect(left).toHaveLength(sessionsPerUser);
    const ids = left.map(({ id }) => id);
    expect(ids).not.toContain(others.at(-1)?.id);
    expect(ids).toContain(others.at(-2)?.id);
    const query = { query: '{ viewer { user { id } } }' };
    const { data } = await (await server.post('/api/graphql', query, cookie)).json();
    expect(data.viewer.user.id).toBe(person.id);
  });
});

async function tablesWith(text: string): Promise<string[]> {
  const { database } = server;
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM ${Prisma.raw(`"${name}"`)} AS t
      WHERE strpos(lower(t::text), ${text}) > 0`;
    if (row?.count) found.push(name);
  }
  return found;
}

describe('a deleted person leaves no address in any table', () => {
  async function personWithPast() {
    const { database } = server;
    const [former, email] = [`${unique('former')}@example.org`, `${unique('now')}@example.org`];
    const root = { send: server.sendAs(await server.signIn(admin)) };
    await server.signIn(former);
    const { id } = await database.user.update({
      where: { email: former },
      data: { name: 'Ada', onboardedAt: new Date() },
    });
    expect(await mutate(root, 'updateUser', { id, email })).toEqual([]);
    const browser = server.browser();
    await server.signIn(email, browser);
    const wanted = `${unique('wanted')}@example.org`;
    await browser.post('/api/auth/email-otp/request-email-change', { newEmail: wanted });
    const other = await createUser(database);
    const event = { kind: 'email_changed' as const, userId: other.id, actorId: id, detail: email };
    await database.auditEvent.create({ data: { id: newId('AuditEvent'), ...event } });
    expect(await tablesWith(email)).toEqual(['account_event', 'mail', 'user', 'verification']);
    expect(await tablesWith(former)).toEqual(['account_event', 'mail']);
    return { id, email, former, root, browser };
  }

  it('when a manager deletes them', async () => {
    const { id, email, former, root } = await personWithPast();
    expect(await mutate(root, 'deleteUsers', { ids: [id] })).toEqual([]);
    expect(await tablesWith(email)).toEqual([]);
    expect(await tablesWith(former)).toEqual([]);
  });

  it('when they delete their account', async () => {
    const { email, former, browser } = await personWithPast();
    expect((await browser.post('/api/auth/delete-user', {})).status).toBe(200);
    expect(await tablesWith(email)).toEqual([]);
    expect(await tablesWith(former)).toEqual([]);
  });

  it('and takes nothing from whoever has their former address now', async () => {
    const { id, former, root } = await personWithPast();
    await server.ageRateLimits(60);
    await server.signIn(former);
    const before = await server.database.mail.count({ where: { to: former } });
    expect(before).toBeGreaterThan(0);
    expect(await mutate(root, 'deleteUsers', { ids: [id] })).toEqual([]);
    expect(await server.database.mail.count({ where: { to: former } })).toBe(before);
    expect(await server.database.user.count({ where: { email: former } })).toBe(1);
  });
});
