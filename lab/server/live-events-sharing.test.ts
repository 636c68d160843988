import { getNamedType, isLeafType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { followEvents } from '#tests/support/live-events.ts';
import { second } from '#tests/support/other-languages.ts';
import { schema } from '#tests/support/schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

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
