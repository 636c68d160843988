import { afterEach, expect, it, vi } from 'vitest';
import { fetchById } from '#client/graphql/exchanges.ts';

afterEach(() => vi.unstubAllGlobals());

async function sent(operation: object, statuses: number[]) {
  const bodies: object[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(String(init.body)));
    return new Response('{}', { status: statuses[bodies.length - 1] ?? 500 });
  });
  const response = await fetchById('/api/graphql', { body: JSON.stringify(operation) });
  return { bodies, status: response.status };
}

const common = { operationName: 'A', variables: { first: 1 } };
const known = { ...common, query: 'query A { a }', extensions: { documentId: 'sha256:a' } };
const byId = { ...common, documentId: 'sha256:a' };
const byText = { ...common, query: 'query A { a }' };

it('sends the id alone', async () => {
  expect(await sent(known, [200])).toEqual({ bodies: [byId], status: 200 });
});

it('sends the text if the server refuses the id', async () => {
  expect(await sent(known, [400, 200])).toEqual({ bodies: [byId, byText], status: 200 });
});

it.each([429, 500, 503])('sends nothing twice that is answered by %i', async (status) => {
  expect(await sent(known, [status])).toEqual({ bodies: [byId], status });
});

it('sends the text of a document without an id', async () => {
  expect(await sent(byText, [200])).toEqual({ bodies: [byText], status: 200 });
});
