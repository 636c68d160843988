import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { createOrganization, createRepository, createUser } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

const selections = {
  deleteRepositories: 'deletedRepositoryIds',
  restoreRepositories: 'repositories { id name updatedAt }',
  banUsers: 'users { id status banReason }',
  unbanUsers: 'users { id status }',
  updateUserRoles: 'users { id role }',
  revokeSessionsOfUsers: 'users { id }',
  deleteUsers: 'deletedUserIds',
};

async function run(name: keyof typeof selections, input: object, viewer = admin) {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const payload = `{ ${selections[name]} errors { code field } }`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) ${payload} }`;
  const reply = await viewer.send(document, { input });
  return { ...reply, payload: reply.data?.[name] };
}

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createUser(database).then(({ id }) => id)));
const eventsOf = (ids: string[]) =>
  database.auditEvent.findMany({ where: { userId: { in: ids } }, orderBy: { userId: 'asc' } });

describe('many repositories', () => {
  it('are deleted by one statement, a hundred at most', async () => {
    const made = await database.repository.createManyAndReturn({
      data: Array.from({ length: 100 }, () => {
        const id = newId('Repository');
        return { id, name: id, link: 'https://git.example.com/x' };
      }),
      select: { id: true },
    });
    const ids = made.map(({ id }) => id);
    const tooMany = await run('deleteRepositories', { ids: [...ids, newId('Repository')] });
    expect(tooMany.errors[0]?.extensions.code).toBe('BAD_REQUEST');
    expect((await run('deleteRepositories', { ids: [] })).errors[0]?.extensions.code).toBe(
      'BAD_REQUEST',
    );
    const { payload, statements } = await run('deleteRepositories', { ids });
    expect(payload).toEqual({ deletedRepositoryIds: ids, errors: [] });
    // One for the session, one for the deletion.
    expect(statements).toBe(2);
    const told = { kind: 'repository_deleted' as const, recordId: { in: ids } };
    expect(await database.auditEvent.count({ where: told })).toBe(100);
  });

  it('are restored as they were but updated now, unless their name was given to another', async () => {
    const made = await Promise.all([createRepository(database), createRepository(database)]);
    const [kept, renamed] = made as [(typeof made)[0], (typeof made)[0]];
    const ids = [kept.id, renamed.id];
    await run('deleteRepositories', { ids });
    await createRepository(database, { name: renamed.name });
    const { payload } = await run('restoreRepositories', { ids: [...ids, newId('Repository')] });
    const { updatedAt, ...rest } = kept;
    expect(payload).toEqual({
      repositories: [{ id: kept.id, name: kept.name, updatedAt: expect.any(String) }],
      errors: [
        { code: 'NAME_ALREADY_USED', field: ['ids', '1'] },
        { code: 'NOT_FOUND', field: ['ids', '2'] },
      ],
    });
    const restored = await database.repository.findUniqueOrThrow({ where: { id: kept.id } });
    expect(restored).toMatchObject(rest);
    // Incremental readers see the restored record as changed.
    expect(restored.updatedAt > updatedAt).toBe(true);
    const again = await run('restoreRepositories', { ids: [kept.id] });
    expect(again.payload?.errors).toEqual([{ code: 'NOT_FOUND', field: ['ids', '0'] }]);
  });

  it('that were deleted more than a day ago are not restored, although they are still stored', async () => {
    const { id } = await createRepository(database);
    await run('deleteRepositories', { ids: [id] });
    const deletedAt = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    await database.deletedRepository.update({ where: { id }, data: { deletedAt } });
    const { payload } = await run('restoreRepositories', { ids: [id] });
    expect(payload?.errors).toEqual([{ code: 'NOT_FOUND', field: ['ids', '0'] }]);
    expect(await database.repository.findUnique({ where: { id } })).toBeNull();
  });
});

it('many repositories of an organization are deleted and restored by its owner; each of others is refused alone', async () => {
  const owner = await server.as('user');
  const { id: organizationId } = await createOrganization(database, { ownerId: owner.id });
  const { id: foreignId } = await createOrganization(database);
  const made = await Promise.all([
    createRepository(database),
    createRepository(database, { organizationId }),
    createRepository(database, { organizationId: foreignId }),
    createRepository(database, { organizationId }),
  ]);
  const ids = made.map(({ id }) => id);
  const own = [ids[1], ids[3]];
  const refused = [
    { code: 'FORBIDDEN', field: ['ids', '0'] },
    { code: 'NOT_FOUND', field: ['ids', '2'] },
  ];
  const { payload } = await run('deleteRepositories', { ids }, owner);
  expect(payload).toEqual({ deletedRepositoryIds: own, errors: refused });
  const logged = server.lines.filter(({ event }) => event === 'authz_fail');
  expect(logged.map(({ viewerId }) => viewerId)).toContain(owner.id);

  await run('deleteRepositories', { ids });
  const restored = await run('restoreRepositories', { ids }, owner);
  expect(restored.payload.errors).toEqual(refused);
  const found = restored.payload.repositories.map(({ id }: { id: string }) => id);
  expect(found).toEqual([...own].sort());
});

describe('many users', () => {
  it('are banned but for the viewer; sessions end, and each history says who did it', async () => {
    const ids = await people(3);
    const troll = await server.as('user');
    const { payload, statements } = await run('banUsers', {
      ids: [...ids, admin.id, troll.id, newId('User')],
      banReason: 'Spam',
    });
    expect(payload.errors).toEqual([
      { code: 'YOU_CANNOT_BAN_YOURSELF', field: ['ids', '3'] },
      { code: 'NOT_FOUND', field: ['ids', '5'] },
    ]);
    expect(payload.users).toHaveLength(4);
    for (const user of payload.users) {
      expect(user).toMatchObject({ status: 'BANNED', banReason: 'Spam' });
    }
    expect((await troll.send('{ viewer { user { id } } }')).data.viewer).toBeNull();
    const events = await eventsOf(ids);
    expect(events).toHaveLength(3);
    for (const event of events) {
      const row = { kind: 'banned', detail: 'Spam', actorId: admin.id, actorName: 'Some admin' };
      expect(event).toMatchObject(row);
    }
    expect(statements).toBeLessThan(15);
    const logged = server.lines.filter(({ event }) => event === 'authn_login_lock');
    expect(logged.map(({ targetId }) => targetId).sort()).toEqual([...ids, troll.id].sort());
  });

  it('are unbanned; those who were not banned keep their history', async () => {
    const ids = await people(3);
    const [first = '', second = '', third = ''] = ids;
    await run('banUsers', { ids: [first, second], banReason: 'Mistake' });
    const { payload, statements } = await run('unbanUsers', { ids: [...ids, newId('User')] });
    expect(payload.users.map(({ status }: { status: string }) => status)).not.toContain('BANNED');
    expect(payload.errors).toEqual([{ code: 'NOT_FOUND', field: ['ids', '3'] }]);
    const kinds = (await eventsOf([first, second, third])).map(({ kind }) => kind).sort();
    expect(kinds).toEqual(['banned', 'banned', 'unbanned', 'unbanned']);
    const rows = await database.user.findMany({ where: { id: { in: ids } } });
    for (const row of rows) expect(row).toMatchObject({ banned: false, banReason: null });
    expect(statements).toBeLessThan(15);
  });

  it('get a role, but for the viewer and those who have it', async () => {
    const ids = await people(2);
    const { payload } = await run('updateUserRoles', { ids: [...ids, admin.id], role: 'ADMIN' });
    expect(payload).toEqual({
      users: [...ids].sort().map((id) => ({ id, role: 'ADMIN' })),
      errors: [{ code: 'YOU_CANNOT_CHANGE_YOUR_ROLE', field: ['ids', '2'] }],
    });
    await run('updateUserRoles', { ids, role: 'ADMIN' });
    expect(await eventsOf(ids)).toHaveLength(2);
  });

  it('are signed out, the viewer everywhere else', async () => {
    const other = await server.as('user');
    const elsewhere = await server.signIn(admin.email);
    const { payload } = await run('revokeSessionsOfUsers', { ids: [other.id, admin.id] });
    expect(payload.errors).toEqual([]);
    const viewerOf = async (send: typeof admin.send) =>
      (await send('{ viewer { user { id } } }')).data.viewer?.user.id;
    expect(await viewerOf(other.send)).toBeUndefined();
    expect(await viewerOf(server.sendAs(elsewhere))).toBeUndefined();
    expect(await viewerOf(admin.send)).toBe(admin.id);
  });

  it('are deleted but for the viewer, with what belongs to them', async () => {
    const ids = await people(2);
    const { payload } = await run('deleteUsers', { ids: [...ids, admin.id] });
    expect(payload).toEqual({
      deletedUserIds: ids,
      errors: [{ code: 'YOU_CANNOT_REMOVE_YOURSELF', field: ['ids', '2'] }],
    });
    expect(await database.user.count({ where: { id: { in: ids } } })).toBe(0);
  });
});
