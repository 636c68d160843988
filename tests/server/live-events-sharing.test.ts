import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { second } from '#tests/support/other-languages.ts';
import type { Json, TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
/** Create it early, or the streams would report its creation. */
const { id } = await createRepository(server.database);
type Stream = Awaited<ReturnType<typeof followEvents>>;
const open: Stream[] = [];

afterEach(async () => {
  for (const stream of open.splice(0)) await stream.close();
});

const nodeOf = (fields: string) =>
  `subscription { events { __typename ... on RecordChange { recordId node { ${fields} } } } }`;

async function follow(person: TestUser, query?: string): Promise<Stream> {
  const stream = await followEvents(server, person, query ? { query } : {});
  open.push(stream);
  return stream;
}

async function hear(stream: Stream, id: string): Promise<Json> {
  for (;;) {
    const event = await stream.nextOf('RecordChange');
    if (!event || event.recordId === id) return event;
  }
}

async function rename(streams: readonly Stream[]) {
  const query = vi.spyOn(Client.prototype, 'query');
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('UPDATE "repository" SET "name" = $1 WHERE "id" = $2', [unique('new'), id]);
  const events = await Promise.all(streams.map((stream) => hear(stream, id)));
  const texts = query.mock.calls.map(([text]: unknown[]) =>
    String((text as { text?: string }).text ?? text),
  );
  query.mockRestore();
  await client.end();
  return { events, reads: texts.filter((text) => /^SELECT.*"repository"/s.test(text)).length };
}

describe('a change of a record', () => {
  it.each([1, 10, 100])('is read once for %i streams', async (count) => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => server.as('user')));
    const streams = await Promise.all(
      Array.from({ length: count }, (_, i) => follow(people[i % people.length] as TestUser)),
    );
    const { events, reads } = await rename(streams);
    expect(new Set(events.map(({ node }) => node.name)).size).toBe(1);
    expect(reads).toBe(1);
  });

  it('is read once for documents with different fields', async () => {
    const user = await server.as('user');
    const { name } = await server.database.repository.findUniqueOrThrow({ where: { id } });
    const streams = [
      await follow(user, nodeOf('... on Repository { name }')),
      await follow(user, nodeOf('... on Repository { link viewerCanUpdate }')),
    ];
    const { events, reads } = await rename(streams);
    expect(events[0].node.name).not.toBe(name);
    expect(events[1].node).toEqual({ link: expect.any(String), viewerCanUpdate: false });
    expect(reads).toBe(1);
  });

  it('is not read for documents that select the ID only', async () => {
    const streams = [await follow(await server.as('user'), nodeOf('__typename id'))];
    const { events, reads } = await rename(streams);
    expect(events).toMatchObject([{ node: { __typename: 'Repository', id } }]);
    expect(reads).toBe(0);
  });

  it('is read again after the next change', async () => {
    const stream = await follow(await server.as('user'));
    for (const name of [unique('first'), unique('second'), unique('third')]) {
      await server.database.repository.update({ where: { id }, data: { name } });
      let event = await hear(stream, id);
      while (event.node.name !== name) event = await hear(stream, id);
    }
  });
});

describe('an event whose answer depends on the viewer', () => {
  const actions = nodeOf('... on User { viewerCanDelete viewerCanBan viewerCanSetRole }');

  it('gives each viewer their own answer', async () => {
    const admins = await Promise.all([1, 2, 3].map(() => server.as('admin')));
    const streams = await Promise.all(admins.map((admin) => follow(admin, actions)));
    for (const target of admins) {
      const { id } = target;
      await server.database.user.update({ where: { id }, data: { name: unique('Admin') } });
      const events = await Promise.all(streams.map((stream) => hear(stream, id)));
      const expected = admins.map(({ id: own }) => own !== id);
      expect(events.map(({ node }) => node.viewerCanDelete)).toEqual(expected);
      expect(events.map(({ node }) => node.viewerCanBan)).toEqual(expected);
      expect(events.map(({ node }) => node.viewerCanSetRole)).toEqual(expected);
    }
  });

  it('gives each role its own answer', async () => {
    const [admin, user] = [await server.as('admin'), await server.as('user')];
    const query = nodeOf('... on Repository { viewerCanDelete }');
    const streams = [
      await follow(admin, query),
      await follow(user, query),
      await follow(await server.impersonate(), query),
    ];
    const { events } = await rename(streams);
    expect(events.map(({ node }) => node.viewerCanDelete)).toEqual(
      streams.map((_, index) => index === 0),
    );
  });

  it('tells each viewer of their own name only', async () => {
    const users = [await server.as('user'), await server.as('user')];
    const streams = await Promise.all(users.map((user) => follow(user)));
    await server.database.user.updateMany({
      where: { id: { in: users.map(({ id }) => id) } },
      data: { language: second },
    });
    const names = users.map(({ id }) => `Name of ${id}`);
    for (const [index, { id }] of users.entries()) {
      await server.database.user.update({ where: { id }, data: { name: names[index] ?? '' } });
    }
    for (const [index, stream] of streams.entries()) {
      let event = await stream.nextOf('ViewerChange');
      while (event.viewer.user.name !== names[index]) {
        expect(names).not.toContain(event.viewer.user.name);
        event = await stream.nextOf('ViewerChange');
      }
    }
  });
});
