import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchSession } from '#client/features/session/session.ts';
import { fetchById } from '#client/graphql/exchanges.ts';

const session = { setup: { appName: 'Atrium' }, viewer: null };
const variables = { first: 20, after: null };
const list = { documentId: 'sha256:list', operationName: 'List', variables };

let sent: object[] = [];

beforeEach(() => {
  sent = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(JSON.parse(String(init.body)));
    return Response.json({ data: session });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.prefetched = undefined;
});

type Answer = Response | 'lost';

function open(answers: { session?: Answer; list?: Answer }) {
  const answerOf = (answer: Answer = Response.json({ data: { from: 'page' } })) => {
    const promise = answer === 'lost' ? Promise.reject(new TypeError()) : Promise.resolve(answer);
    promise.catch(() => {});
    return { answer: promise, sentAt: performance.now() };
  };
  globalThis.prefetched = [
    {
      request: { documentId: 'sha256:session', operationName: 'Session' },
      ...answerOf(answers.session ?? Response.json({ data: session })),
    },
    { request: list, ...answerOf(answers.list) },
  ];
}

/** Requests the list as urql does: the cache may have reordered the variables. */
async function ask(wanted: object = { after: null, first: 20 }): Promise<unknown> {
  const body = {
    operationName: 'List',
    query: 'query List { list }',
    variables: wanted,
    extensions: { documentId: 'sha256:list' },
  };
  const response = await fetchById('/api/graphql', { body: JSON.stringify(body) });
  return (await response.json()).data;
}

it('answers session and list without another request, once', async () => {
  open({});
  expect(await fetchSession()).toEqual(session);
  expect(await ask()).toEqual({ from: 'page' });
  expect(sent).toEqual([]);
  expect(await ask()).toEqual(session);
  await fetchSession();
  expect(sent).toHaveLength(2);
});

it('asks for a list with other variables', async () => {
  open({});
  await ask({ first: 20, after: 'cursor' });
  expect(sent).toEqual([{ ...list, variables: { first: 20, after: 'cursor' } }]);
});

it('asks by text where the server does not know the documents', async () => {
  const unknown = () => Response.json({ errors: [{ message: '' }] }, { status: 400 });
  open({ session: unknown(), list: unknown() });
  const first = ask();
  expect(await fetchSession()).toEqual(session);
  await first;
  expect(sent).toHaveLength(2);
  expect(sent).toContainEqual({ query: expect.stringContaining('query Session') });
  const variables = { after: null, first: 20 };
  expect(sent).toContainEqual({ query: 'query List { list }', operationName: 'List', variables });
});

it('asks for the list again if the session was lost: it may be of another one', async () => {
  open({ session: 'lost' });
  await expect(fetchSession()).rejects.toMatchObject({ code: 'NETWORK_ERROR' });
  await fetchSession();
  expect(await ask()).not.toEqual({ from: 'page' });
});

it('reports a list that did not arrive', async () => {
  open({ list: 'lost' });
  await expect(ask()).rejects.toThrow(TypeError);
  expect(sent).toEqual([]);
});
