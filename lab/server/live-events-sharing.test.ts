import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { followEvents } from '#tests/support/live-events.ts';
import { second } from '#tests/support/other-languages.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
/** Create it early, or the streams would report its creation. */
const { id } = await createRepository(server.database);

it.each(['RecordChange', 'ManyRecordsChange'])(
  '%s tells what changed and no value of it, so that all streams with a document may share it',
  (name) => {
    const type = schema.getType(name);
    if (!isObjectType(type)) throw new Error(`${name} is no object.`);
    for (const field of Object.values(type.getFields())) {
      expect([field.name, isLeafType(getNamedType(field.type)), field.args]).toEqual([
        field.name,
        true,
        [],
      ]);
    }
  },
);

it.each([1, 10, 100])('a change of a record is read at most once for %i streams', async (count) => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => server.as('user')));
  const streams = await Promise.all(
    Array.from({ length: count }, (_, i) =>
      followEvents(server, people[i % people.length] as TestUser),
    ),
  );
  const query = vi.spyOn(Client.prototype, 'query');
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('UPDATE "repository" SET "name" = $1 WHERE "id" = $2', [unique('new'), id]);
  for (const stream of streams) {
    expect(await stream.nextOf('RecordChange')).toMatchObject({ kind: 'UPDATED', recordId: id });
  }
  const texts = query.mock.calls.map(([text]: unknown[]) =>
    String((text as { text?: string }).text ?? text),
  );
  query.mockRestore();
  await client.end();
  expect(texts.filter((text) => /^SELECT.*"repository"/s.test(text)).length).toBeLessThan(2);
  await Promise.all(streams.map((stream) => stream.close()));
});

it('tells each viewer of their own name only', async () => {
  const users = [await server.as('user'), await server.as('user')];
  const streams = await Promise.all(users.map((user) => followEvents(server, user)));
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
  await Promise.all(streams.map((stream) => stream.close()));
});
