/** What browsers are told while they look. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepository, unique } from '#tests/support/factories.ts';
import { type Json, type Person, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const document = `subscription {
  events {
    __typename
    ... on RecordChange { kind id node { ... on Repository { name } ... on User { name } } }
    ... on SignedOut { code }
  }
}`;

/** Opens the stream as a browser does; `next()` waits for the next event, `done` says whether it ended. */
async function follow(person: Person) {
  const response = await server.request('/api/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      cookie: person.cookie,
      origin: server.origin,
    },
    body: JSON.stringify({ query: document }),
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const waiting: Json[] = [];
  let text = '';
  async function next(): Promise<Json> {
    while (!waiting.length) {
      const chunk = await reader?.read();
      if (!chunk || chunk.done) return undefined;
      text += chunk.value;
      const messages = text.split('\n\n');
      text = messages.pop() ?? '';
      for (const message of messages) {
        const data = /^data: (.+)$/m.exec(message)?.[1];
        if (/^event: next/m.test(message) && data) waiting.push(JSON.parse(data));
      }
    }
    return waiting.shift();
  }
  // The stream listens once the connection to the database does.
  await new Promise((resolve) => setTimeout(resolve, 300));
  return { response, next, close: () => reader?.cancel() };
}

describe('somebody who looks', () => {
  it('is told what others create, change and delete', async () => {
    const user = await server.as('user');
    const stream = await follow(user);
    expect(stream.response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const { id, name } = await createRepository(server.database);
    expect((await stream.next()).data.events).toEqual({
      __typename: 'RecordChange',
      kind: 'CREATED',
      id,
      node: { name },
    });
    const renamed = unique('renamed');
    await server.database.repository.update({ where: { id }, data: { name: renamed } });
    expect((await stream.next()).data.events).toMatchObject({
      kind: 'UPDATED',
      id,
      node: { name: renamed },
    });
    await server.database.repository.delete({ where: { id } });
    expect((await stream.next()).data.events).toMatchObject({ kind: 'DELETED', id, node: null });
    await stream.close();
  });

  it('is not told of people unless they may see them', async () => {
    const user = await server.as('user');
    const stream = await follow(user);
    await server.as('user');
    const { id } = await createRepository(server.database);
    expect((await stream.next()).data.events).toMatchObject({ id });
    await stream.close();
  });

  it('is signed out at once when banned, with the reason, and the stream ends', async () => {
    const admin = await server.as('admin');
    const user = await server.as('user');
    const stream = await follow(user);
    await admin.send(
      'mutation ($id: ID!) { banUser(input: { id: $id, reason: "x" }) { errors { code } } }',
      { id: user.id },
    );
    expect((await stream.next()).data.events).toEqual({
      __typename: 'SignedOut',
      code: 'BANNED_USER',
    });
    expect(await stream.next()).toBeUndefined();
  });

  it('must be signed in', async () => {
    const stranger = await server.as('stranger');
    const stream = await follow(stranger);
    expect((await stream.next()).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    await stream.close();
  });
});
