import { describe, expect, it } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { followEvents, requestEvents } from '#tests/support/live-events.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

const follow = (person: TestUser) => followEvents(server, person);

describe('a subscriber', () => {
  it('needs to accept a stream, and opens it without an error in the log', async () => {
    const user = await server.as('user');
    const before = server.lines.length;
    const json = await requestEvents(server, user, { accept: 'application/json' });
    expect(json.status).toBe(406);
    const stream = await follow(user);
    await stream.close();
    const levels = server.lines.slice(before).map(({ level }) => level);
    expect(levels).not.toContain('error');
  });

  it('receives what others create, change and delete', async () => {
    const user = await server.as('user');
    const stream = await follow(user);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const { id } = await createRepository(server.database);
    expect((await stream.next()).data.events).toEqual({
      __typename: 'RecordChange',
      kind: 'CREATED',
      type: 'REPOSITORY',
      recordId: id,
    });
    const name = unique('renamed');
    await server.database.repository.update({ where: { id }, data: { name } });
    expect((await stream.next()).data.events).toMatchObject({
      kind: 'UPDATED',
      recordId: id,
    });
    await server.database.repository.delete({ where: { id } });
    expect((await stream.next()).data.events).toMatchObject({
      kind: 'DELETED',
      recordId: id,
    });
    await stream.close();
  });

  it('receives changes of their own name, also without permission to see users', async () => {
    const user = await server.as('user');
    const stream = await follow(user);
    await server.database.user.update({ where: { id: user.id }, data: { name: 'Renamed' } });
    expect((await stream.next()).data.events).toMatchObject({
      __typename: 'ViewerChange',
      viewer: { user: { name: 'Renamed' } },
    });
    await stream.close();
  });
});
