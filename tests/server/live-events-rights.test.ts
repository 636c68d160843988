import { describe, expect, it } from 'vitest';
import { createRepository, createSession } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import type { Json } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');

const signedOut = (code: string) => ({ __typename: 'SignedOut', code });

describe('a stream that is open', () => {
  it('tells a demoted manager nothing more of people', async () => {
    const manager = await server.as('admin');
    const stream = await followEvents(server, manager);
    const newcomer = await server.as('user');
    expect(await stream.nextOf('RecordChange')).toMatchObject({ recordId: newcomer.id });

    await server.database.user.update({ where: { id: manager.id }, data: { role: 'user' } });
    const later = await server.as('user');
    const { id } = await createRepository(server.database);
    const heard: Json[] = [];
    const find = (isWanted: (event: Json) => boolean) => heard.find(isWanted);
    const isOfViewer = ({ __typename }: Json) => __typename === 'ViewerChange';
    // The viewer's event comes last if all changes arrived together.
    while (!find(({ recordId }) => recordId === id) || !find(isOfViewer)) {
      heard.push((await stream.next()).data.events);
    }
    expect(find(({ recordId }) => recordId === later.id)).toBeUndefined();
    const { viewer } = find(isOfViewer);
    expect(viewer.permissions).not.toContain('USER_LIST');
    await stream.close();
  });

  it('tells a promoted person of people from then on', async () => {
    const user = await server.as('user');
    const stream = await followEvents(server, user);
    await server.database.user.update({ where: { id: user.id }, data: { role: 'admin' } });
    const { viewer } = await stream.nextOf('ViewerChange');
    expect(viewer.permissions).toContain('USER_LIST');
    const newcomer = await server.as('user');
    let event = await stream.nextOf('RecordChange');
    while (event.recordId !== newcomer.id) event = await stream.nextOf('RecordChange');
    await stream.close();
  });

  it.each([
    ['banned', 'BANNED_USER', 'banUsers', { banReason: 'x' }],
    ['signed out everywhere', 'SESSION_EXPIRED', 'revokeSessionsOfUsers', {}],
    ['deleted', 'SESSION_EXPIRED', 'deleteUsers', {}],
  ])(
    'ends within seconds for a person with 60 sessions who is %s',
    async (_what, code, mutation, input) => {
      const user = await server.as('user');
      for (let count = 0; count < 60; count += 1) await createSession(server.database, user.id);
      const stream = await followEvents(server, user);
      expect(await mutate(admin, mutation, { ids: [user.id], ...input })).toEqual([]);
      const answered = performance.now();
      expect(await stream.nextOf('SignedOut')).toEqual(signedOut(code));
      expect(performance.now() - answered).toBeLessThan(5_000);
      expect(await stream.next()).toBeUndefined();
    },
  );

  it('ends when the session expires, although nobody has removed it', async () => {
    const user = await server.as('user');
    const stream = await followEvents(server, user);
    const expiresAt = new Date(Date.now() + 1_500);
    await server.database.session.updateMany({ where: { userId: user.id }, data: { expiresAt } });
    await server.database.user.update({ where: { id: user.id }, data: { name: 'Renamed' } });
    expect(await stream.nextOf('SignedOut')).toEqual(signedOut('SESSION_EXPIRED'));
    expect(Date.now()).toBeGreaterThanOrEqual(+expiresAt);
    expect(await stream.next()).toBeUndefined();
  });

  it('ends when the session of the impersonating manager expires', async () => {
    const manager = await server.as('admin');
    const user = await server.as('user');
    const own = await server.database.session.findFirstOrThrow({ where: { userId: manager.id } });
    const expiresAt = new Date(Date.now() + 3_000);
    await server.database.session.update({ where: { id: own.id }, data: { expiresAt } });
    await server.database.session.updateMany({
      where: { userId: user.id },
      data: { impersonatedBy: manager.id, impersonatorSessionId: own.id },
    });
    const stream = await followEvents(server, user);
    expect(await stream.nextOf('SignedOut')).toEqual(signedOut('SESSION_EXPIRED'));
    expect(Date.now()).toBeGreaterThanOrEqual(+expiresAt);
  });

  type Acting = Awaited<ReturnType<typeof server.impersonate>>;
  const updateManager = (data: object) => (acting: Acting) =>
    server.database.user.update({ where: { id: acting.manager.id }, data });
  const post =
    (path: string) =>
    ({ cookie }: Acting) =>
      server.post(`/api/auth${path}`, {}, cookie);

  it.each<[string, (acting: Acting) => Promise<unknown>]>([
    ['is banned', updateManager({ banned: true })],
    ['is demoted', updateManager({ role: 'user' })],
    ['is deleted', ({ manager: { id } }) => server.database.user.delete({ where: { id } })],
    ['stops', post('/admin/stop-impersonating')],
    ['signs out', post('/sign-out')],
    [
      'is signed out everywhere',
      ({ manager }) => mutate(admin, 'revokeSessionsOfUsers', { ids: [manager.id] }),
    ],
  ])('ends for an impersonating manager who %s', async (_what, end) => {
    const acting = await server.impersonate();
    const stream = await followEvents(server, acting);
    await end(acting);
    expect(await stream.nextOf('SignedOut')).toEqual(signedOut('SESSION_EXPIRED'));
    await stream.close();
  });

  it('stays open for all others', async () => {
    const user = await server.as('user');
    const stream = await followEvents(server, user);
    const other = await server.as('user');
    await server.database.user.update({ where: { id: other.id }, data: { banned: true } });
    await server.database.session.deleteMany({ where: { userId: other.id } });
    const { id } = await createRepository(server.database);
    expect((await stream.next()).data.events).toMatchObject({ recordId: id });
    await stream.close();
  });
});
