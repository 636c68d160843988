/** A request has the same response on the fast path as from Yoga, which answers the rest. */
import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createFastPath } from '@atrium/fast-path';
import { type DocumentNode, execute } from 'graphql';
import { createLRUCache, createSchema, createYoga, type Plugin } from 'graphql-yoga';
import { afterAll, beforeAll, expect, it } from 'vitest';

const schema = createSchema({
  typeDefs: `
    type Query { greet(name: String!): String fail: Int }
    type Mutation { count: Int }
    type Subscription { ticks: Int }`,
  resolvers: {
    Query: {
      greet: (_, { name }: { name: string }) => `Hello, ${name}`,
      fail: () => {
        throw new Error('Fails.');
      },
    },
    Mutation: { count: () => 1 },
    Subscription: { ticks: { subscribe: async function* () {} } },
  },
});
const greet = 'query Greet($name: String!) { greet(name: $name) }';
const documentCache = createLRUCache<DocumentNode>({ max: 100 });
const { plugin, listener } = createFastPath(documentCache);
const executor: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
const yoga = createYoga({
  schema,
  maskedErrors: false,
  logging: false,
  parserAndValidationCache: { documentCache },
  plugins: [plugin, executor],
});

let fast = 0;
const fastPath = listener({
  path: '/graphql',
  maxBytes: 1_000,
  isText: isUtf8,
  textOf: (id) => (id === 'greet' ? greet : undefined),
  areAllowed: (variables) => variables?.name !== 'Mallory',
  isPlain: ({ headers }) => headers.origin === undefined,
  async answer(operation, { outgoing, toAnswer }) {
    fast += 1;
    const { status, headers, body } = toAnswer(await execute({ schema, ...operation }));
    outgoing.writeHead(status, headers).end(body);
  },
});

async function framework(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { rawBody, method = '', url = '' } = incoming as IncomingMessage & { rawBody?: Buffer };
  const headers = incoming.headers as Record<string, string>;
  const body = rawBody?.toString() ?? (await text(incoming));
  const response = await yoga.fetch(`http://localhost${url}`, {
    method,
    headers,
    body,
  });
  const sent = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, sent).end(await response.text());
}

const server = createServer((incoming, outgoing) =>
  fastPath(incoming, outgoing, (...rest) => void framework(...rest)),
);
beforeAll(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)));
afterAll(() => void server.close());

type Sent = { body: string | object; headers?: Record<string, string> };

/** Also sends the request to a path that the fast path doesn't serve. */
async function send({ body, headers = {} }: Sent, path = '/graphql') {
  const { port } = server.address() as AddressInfo;
  const json = { 'content-type': 'application/json' };
  const options = { port, path, method: 'POST', headers: { ...json, ...headers } };
  const before = fast;
  return new Promise((done, failed) => {
    const sending = request({ host: '127.0.0.1', ...options }, async (response) => {
      const { statusCode: status, headers } = response;
      const type = headers['content-type'];
      done({ status, type, text: await text(response), isFast: fast > before });
    });
    sending.once('error', failed);
    sending.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
}

async function sendBothWays(sent: Sent) {
  const expected = await send(sent, '/graphql?by=framework');
  return { actual: await send(sent), expected };
}

const known = { query: greet, variables: { name: 'Ada' } };

it.each<[string, Sent]>([
  ['a query', { body: known }],
  ['a mutation', { body: { query: 'mutation { count }' } }],
  ['a resolver that fails', { body: { query: '{ fail }' } }],
  ['a variable that is missing', { body: { query: greet } }],
  ['another media type', { body: known, headers: { accept: 'application/graphql-response+json' } }],
  [
    'one of two operations',
    { body: { query: 'query A { fail } mutation B { count }', operationName: 'B' } },
  ],
])('answers %s as Yoga does', async (_what, sent) => {
  const { actual, expected } = await sendBothWays(sent);
  expect(expected).toMatchObject({ isFast: false });
  expect(actual).toEqual({ ...(expected as object), isFast: true });
});

it.each<[string, Sent]>([
  ['an invalid document', { body: { query: '{ nothing }' } }],
  ['a subscription', { body: { query: 'subscription { ticks }' } }],
  ['two operations without a name', { body: { query: 'query A { fail } query B { fail }' } }],
  ['a batch', { body: [known] }],
  ['an unknown parameter', { body: { ...known, extensions: {} } }],
  ['malformed JSON', { body: '{ "query": ' }],
  ['variables that are a list', { body: { query: greet, variables: [] } }],
  ['a body that is too long', { body: { ...known, variables: { name: 'a'.repeat(1_000) } } }],
  ['variables that are not allowed', { body: { query: greet, variables: { name: 'Mallory' } } }],
  ['headers that are not plain', { body: known, headers: { origin: 'http://localhost' } }],
  ['a media type that it does not know', { body: known, headers: { accept: 'image/png' } }],
])('leaves %s to Yoga', async (_what, sent) => {
  await send({ body: known }, '/graphql?by=framework');
  const { actual, expected } = await sendBothWays(sent);
  expect(actual).toEqual(expected);
  expect(actual).toMatchObject({ isFast: false });
});

it('answers a persisted document once its text is known', async () => {
  await send({ body: known }, '/graphql?by=framework');
  const body = { documentId: 'greet', variables: { name: 'Ada' } };
  expect(await send({ body })).toMatchObject({
    isFast: true,
    text: '{"data":{"greet":"Hello, Ada"}}',
  });
});

it('leaves a new document to Yoga', async () => {
  const body = { query: '{ greet(name: "new") }' };
  expect(await send({ body })).toMatchObject({ isFast: false, status: 200 });
  expect(await send({ body })).toMatchObject({ isFast: true, status: 200 });
});
