import { createClient, type Client as EventClient } from 'graphql-sse';
import { afterAll, expect, it } from 'vitest';
import { listen } from '#server/http/listen.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { createRepository } from '#tests/support/factories.ts';
import type { Json } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const url = `http://127.0.0.1:${20_000 + Math.floor(Math.random() * 10_000)}`;
const server = await serverForFile({ BASE_URL: url });
const port = await listen(server.app.listener, {
  host: '127.0.0.1',
  port: Number(new URL(url).port),
});
afterAll(() => port.close());

const query = `subscription { events {
  __typename ... on RecordChange { recordId } ... on SignedOut { code } } }`;

function startProgram(token: string) {
  const connections: boolean[] = [];
  const client: EventClient = createClient({
    url: `${url}/api/graphql`,
    headers: { authorization: `Bearer ${token}` },
    retryAttempts: 3,
    retry: () => new Promise((resolve) => setTimeout(resolve, 50)),
    on: { connected: (again) => connections.push(again) },
  });
  const events = client.iterate<{ events: Json }>({ query });
  return { connections, events, stop: () => client.dispose() };
}

const endListening = () =>
  server.database.$queryRaw`SELECT pg_terminate_backend("pid") FROM pg_stat_activity
    WHERE "query" LIKE 'LISTEN %' AND "datname" = current_database()`;

it('goes on listening after the server lost its connection to the database, and knows of the gap', async () => {
  const { secret } = await createToken(await server.as('user'));
  const program = startProgram(secret);
  const first = program.events.next();
  await expect.poll(() => program.connections).toEqual([false]);
  await endListening();
  await expect.poll(() => program.connections, { timeout: 60_000 }).toEqual([false, true]);
  const { id } = await createRepository(server.database);
  expect((await first).value?.data?.events).toMatchObject({ recordId: id });
  program.stop();
});
