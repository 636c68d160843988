import { expect, it } from 'vitest';
import { makeAdmin } from '#server/auth/users.ts';
import { createUser, unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const manager = await server.as('admin');

const query = `query ($id: ID!) { auditEvents(filter: { subjectId: $id }) { nodes {
  kind detail actor { id } actorId actorName user { id } network sessionId } } }`;

async function eventsAbout(email: string) {
  const { id } = await database.user.findUniqueOrThrow({ where: { email } });
  const { data, errors } = await manager.send(query, { id });
  expect(errors).toEqual([]);
  const by = { actor: null, actorId: null, actorName: 'npm run admin' };
  return {
    events: data.auditEvents.nodes,
    expected: { ...by, user: { id }, network: null, sessionId: null },
  };
}

it('making a user an admin is one event, and none if they are one', async () => {
  const { email } = await createUser(database);
  expect(await makeAdmin(database, email)).toEqual({ created: false });
  const { events, expected } = await eventsAbout(email);
  expect(events).toEqual([{ kind: 'ROLE_CHANGED', detail: 'admin', ...expected }]);
  await makeAdmin(database, email);
  expect((await eventsAbout(email)).events).toEqual(events);
});

it('creating an admin is one event', async () => {
  const email = `${unique('admin')}@example.org`;
  expect(await makeAdmin(database, email)).toEqual({ created: true });
  const { events, expected } = await eventsAbout(email);
  expect(events).toEqual([{ kind: 'CREATED', detail: null, ...expected }]);
});
