import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { createAdmission } from '@atrium/fair-admission';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Port } from '#server/http/listen.ts';
import { serveApp } from '#server/http/listen.ts';
import { createRepository } from '#tests/support/factories.ts';
import { second } from '#tests/support/other-languages.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';
import { writeDocuments } from '#tests/support/trusted-documents.ts';

const list = `query List($first: Int, $term: String) {
  repositories(first: $first, searchTerm: $term) {
    totalCount pageInfo { hasNextPage endCursor } nodes { id name link description createdAt }
  }
}`;
const byId = 'query ($id: ID!) { repository(id: $id) { id name viewerCanDelete } }';
const update = `mutation ($id: ID!, $name: String!) {
  updateRepository(input: { id: $id, name: $name }) { repository { id name } errors { code field } }
}`;
const viewer = '{ viewer { user { email } permissions session { isCurrent } } }';

type Sent = { body?: string | object; headers?: Record<string, string>; path?: string };

let server: TestServer;
let port: Port;
let agent: Agent;
let passedOn = 0;
let people: Record<'admin' | 'user' | 'anonymous', TestUser>;
let id: string;

beforeAll(async () => {
  const admission = createAdmission();
  const options = { admission, trustedDocumentsFolder: writeDocuments({ 'sha256:list': list }) };
  server = await startServer({ ACCELERATE: 'true', MUTATIONS_PER_MINUTE: '1000' }, '', options);
  const { app, settings, log } = server;
  const counting = {
    ...app,
    createFastPath(headers: Record<string, string>) {
      const fastPath = app.createFastPath?.(headers);
      if (!fastPath) throw new Error('The fast path is off.');
      return (
        incoming: IncomingMessage,
        outgoing: ServerResponse,
        next: Parameters<typeof fastPath>[2],
      ) =>
        fastPath(incoming, outgoing, (...rest) => {
          passedOn += 1;
          next(...rest);
        });
    },
  };
  port = await serveApp({ app: counting, admission, settings: { ...settings, port: 0 }, log });
  agent = new Agent({ keepAlive: true });
  people = {
    admin: await server.as('admin'),
    user: await server.as('user'),
    anonymous: await server.as('anonymous'),
  };
  ({ id } = await createRepository(server.database, { name: 'compared' }));
  await server.database.repository.createMany({
    data: Array.from({ length: 30 }, (_, i) => ({
      id: `repo_${String(i).padStart(26, '0')}`,
      name: `many ${i}`,
      link: 'https://example.com/many',
    })),
  });
});

afterAll(async () => {
  agent.destroy();
  await port.close();
  await server.stop();
});

function send({ body, headers = {}, path = '/api/graphql' }: Sent) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const common = { host: new URL(server.origin).host, 'content-type': 'application/json' };
  return new Promise<{ status: number; headers: object; text: string; line: object }>(
    (done, failed) => {
      const options = {
        port: port.number,
        path,
        method: 'POST',
        agent,
        headers: { ...common, ...headers },
      };
      const sending = request({ host: '127.0.0.1', ...options }, async (response) => {
        const bytes = await buffer(response);
        const { date, 'x-request-id': requestId, ...rest } = response.headers;
        const timing = rest['server-timing'];
        if (timing) rest['server-timing'] = String(timing).replaceAll(/dur=[\d.]+/g, 'dur=VARIES');
        const isPacked = rest['content-encoding'] === 'gzip';
        // The framework compresses while streaming, so it can't know the length.
        if (isPacked) for (const name of ['content-length', 'transfer-encoding']) delete rest[name];
        const line = server.lines.find((each) => each.requestId === requestId && 'sql' in each);
        const { time, ms, requestId: _, ...logged } = line ?? {};
        // Each request leaves less.
        if (rest.ratelimit) rest.ratelimit = String(rest.ratelimit).replace(/r=\d+/, 'r=…');
        const varying = new RegExp(`${requestId}|(?<="remaining":)\\d+`, 'g');
        done({
          status: response.statusCode ?? 0,
          headers: rest,
          text: (isPacked ? gunzipSync(bytes) : bytes).toString().replace(varying, 'VARIES'),
          line: logged,
        });
      });
      sending.once('error', failed);
      sending.end(text);
    },
  );
}

async function sendBothWays(sent: Sent) {
  const path = '/api/graphql?by=framework';
  await send({ ...sent, path });
  const before = passedOn;
  const fast = await send(sent);
  const isFast = passedOn === before;
  return { fast, isFast, framework: await send({ ...sent, path }) };
}

const cookieOf = (role: keyof typeof people) => ({ cookie: people[role].cookie });

const plain: Record<string, () => Sent> = {
  'a page': () => ({ body: { query: list, variables: { first: 5 } }, headers: cookieOf('user') }),
  'a document by its id': () => ({
    body: { documentId: 'sha256:list', operationName: 'List', variables: { first: 5 } },
    headers: cookieOf('user'),
  }),
  'a page that is compressed': () => ({
    body: { query: list, variables: { first: 30 } },
    headers: { ...cookieOf('user'), 'accept-encoding': 'gzip, deflate, br' },
  }),
  'a page that the client does not want compressed': () => ({
    body: { query: list, variables: { first: 30 } },
    headers: { ...cookieOf('user'), 'accept-encoding': 'gzip;q=0, br' },
  }),
  'a search': () => ({
    body: { query: list, variables: { term: 'compared' } },
    headers: cookieOf('user'),
  }),
  'a record': () => ({ body: { query: byId, variables: { id } }, headers: cookieOf('admin') }),
  'a record for a plain user': () => ({
    body: { query: byId, variables: { id } },
    headers: cookieOf('user'),
  }),
  'a record that does not exist': () => ({
    body: { query: byId, variables: { id: 'repo_nothing' } },
    headers: cookieOf('user'),
  }),
  'the viewer': () => ({ body: { query: viewer }, headers: cookieOf('admin') }),
  'no viewer': () => ({ body: { query: viewer } }),
  'a session that has ended': () => ({
    body: { query: viewer },
    headers: { cookie: people.user.cookie.replace(/token=.{8}/, 'token=aaaaaaaa') },
  }),
  'a refused list': () => ({
    body: { query: '{ users { totalCount } }' },
    headers: cookieOf('user'),
  }),
  'a refused list of anonymous clients': () => ({ body: { query: '{ users { totalCount } }' } }),
  'a page too long': () => ({
    body: { query: list, variables: { first: 1_000_000 } },
    headers: cookieOf('user'),
  }),
  'a variable of another type': () => ({
    body: { query: list, variables: { first: 'many' } },
    headers: cookieOf('user'),
  }),
  'a missing variable': () => ({
    body: { query: byId, variables: null },
    headers: cookieOf('user'),
  }),
  'a document that costs too much': () => ({
    body: {
      query: `{ ${Array.from({ length: 60 }, (_, i) => `a${i}: repositories(searchTerm: "x") { totalCount }`).join(' ')} }`,
    },
    headers: cookieOf('user'),
  }),
  'a mutation': () => ({
    body: { query: update, variables: { id, name: 'compared' } },
    headers: cookieOf('admin'),
  }),
  'a mutation with errors': () => ({
    body: { query: update, variables: { id, name: '' } },
    headers: cookieOf('admin'),
  }),
  'a refused mutation': () => ({
    body: { query: update, variables: { id, name: 'x' } },
    headers: cookieOf('user'),
  }),
  'one of two operations': () => ({
    body: {
      query: 'query A { setup { appName } } query B { viewer { permissions } }',
      operationName: 'B',
    },
    headers: cookieOf('user'),
  }),
  'the schema': () => ({ body: { query: '{ __schema { queryType { name } } __typename }' } }),
  'the answer of another media type': () => ({
    body: { query: viewer },
    headers: { accept: 'application/graphql-response+json, application/json;q=0.9' },
  }),
  'an error of another media type': () => ({
    body: { query: list, variables: { first: 'many' } },
    headers: { ...cookieOf('user'), accept: 'application/graphql-response+json' },
  }),
  'any media type': () => ({
    body: { query: viewer },
    headers: { accept: 'text/html, */*;q=0.1' },
  }),
  'the headers of our client': () => ({
    body: { query: viewer, variables: {}, operationName: null },
    headers: {
      ...cookieOf('user'),
      origin: server.origin,
      'sec-fetch-site': 'same-origin',
      'accept-language': second,
      accept:
        'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
    },
  }),
  'an answer with its cost': () => ({
    body: { query: list, variables: { first: 5 } },
    headers: { ...cookieOf('user'), 'x-include-cost': 'true' },
  }),
  'letters of every alphabet': () => ({
    body: { query: list, variables: { term: 'قائمة 🏛 ñ' } },
    headers: cookieOf('user'),
  }),
};

const other: Record<string, () => Sent> = {
  'a syntax error': () => ({ body: { query: '{ viewer { ' } }),
  'an unknown field': () => ({ body: { query: '{ nothing }' } }),
  'no query': () => ({ body: {} }),
  'an unknown id': () => ({ body: { documentId: 'sha256:unknown' } }),
  'an id that is a number': () => ({ body: { documentId: 7 } }),
  'an id beside a text': () => ({ body: { documentId: 'sha256:list', query: viewer } }),
  'an unknown operation': () => ({
    body: { query: 'query A { setup { appName } }', operationName: 'B' },
  }),
  'two operations without a name': () => ({
    body: { query: 'query A { setup { appName } } query B { setup { appName } }' },
  }),
  'a batch': () => ({ body: [{ query: viewer }, { query: viewer }] }),
  'an unknown parameter': () => ({ body: { query: viewer, id: 1 } }),
  extensions: () => ({ body: { query: viewer, extensions: { a: 1 } } }),
  'variables that are a list': () => ({ body: { query: viewer, variables: [] } }),
  'an operation name that is a number': () => ({ body: { query: viewer, operationName: 7 } }),
  'no JSON': () => ({ body: '{ "query": ' }),
  'a number': () => ({ body: '7' }),
  'an empty body': () => ({ body: '' }),
  'a lone surrogate': () => ({
    body: `{"query":${JSON.stringify(list)},"variables":{"term":"\\ud800"}}`,
  }),
  'a body too long': () => ({ body: { query: viewer, variables: { a: 'x'.repeat(100_001) } } }),
  'another content type': () => ({
    body: { query: viewer },
    headers: { 'content-type': 'text/plain' },
  }),
  'a compressed body': () => ({ body: { query: viewer }, headers: { 'content-encoding': 'gzip' } }),
  'a page of another site': () => ({
    body: { query: viewer },
    headers: { origin: 'https://evil.example' },
  }),
  'another site without Origin': () => ({
    body: { query: viewer },
    headers: { 'sec-fetch-site': 'cross-site' },
  }),
  'an Idempotency-Key': () => ({ body: { query: viewer }, headers: { 'idempotency-key': 'x' } }),
  'an unknown token': () => ({ body: { query: viewer }, headers: { authorization: 'Bearer x' } }),
  'an unknown key': () => ({ body: { query: viewer }, headers: { 'x-api-key': 'x' } }),
  'another host': () => ({ body: { query: viewer }, headers: { host: 'evil.example' } }),
  'no accepted media type': () => ({ body: { query: viewer }, headers: { accept: 'image/png' } }),
  'a session cookie sent twice': () => ({
    body: { query: viewer },
    headers: { cookie: `${people.user.cookie}; ${people.user.cookie}` },
  }),
};

describe('a plain request is answered as by the framework:', () => {
  it.each(Object.entries(plain))('%s', async (_name, sent) => {
    const { fast, framework, isFast } = await sendBothWays(sent());
    expect(isFast).toBe(true);
    expect(fast).toEqual(framework);
    expect(fast.line).toMatchObject({ path: '/api/graphql', method: 'POST', msg: 'request' });
  });
});

describe('the framework answers:', () => {
  it.each(Object.entries(other))('%s', async (_name, sent) => {
    const { fast, framework, isFast } = await sendBothWays(sent());
    expect(isFast).toBe(false);
    expect(fast).toEqual(framework);
  });
});

describe('the fast path', () => {
  const ask = () => send({ body: { query: viewer }, headers: cookieOf('user') });

  it('leaves a document that nobody has sent before to the framework', async () => {
    const body = { query: '{ setup { appName } } # for the first time' };
    const before = passedOn;
    const first = await send({ body });
    expect(passedOn).toBe(before + 1);
    expect((await send({ body })).text).toBe(first.text);
    expect(passedOn).toBe(before + 1);
  });

  it('counts mutations', async () => {
    const body = { query: update, variables: { id, name: 'compared' } };
    const replies = [];
    for (let i = 0; i < 4; i += 1)
      replies.push(await sendBothWays({ body, headers: cookieOf('admin') }));
    expect(replies.every(({ fast }) => fast.status === 200)).toBe(true);
  });

  it('reads a session and a page by two statements', async () => {
    const { fast } = await sendBothWays({
      body: { query: '{ repositories { nodes { name } } }' },
      headers: cookieOf('user'),
    });
    expect(fast.line).toMatchObject({ sql: 2, viewerId: people.user.id });
  });

  it('ends with the session, the ban and the role of the next request', async () => {
    const { database } = server;
    const where = { id: people.user.id };
    await ask();
    expect((await ask()).text).toContain(people.user.email);
    await database.user.update({ where, data: { banned: true } });
    expect((await ask()).text).toBe('{"data":{"viewer":null}}');
    await database.user.update({ where, data: { banned: false } });
    expect((await ask()).text).not.toContain('USER_LIST');
    await database.user.update({ where, data: { role: 'admin' } });
    expect((await ask()).text).toContain('USER_LIST');
    await database.user.update({ where, data: { role: 'user' } });
    await database.session.deleteMany({ where: { userId: people.user.id } });
    const { text, headers } = await ask();
    expect(text).toBe('{"data":{"viewer":null}}');
    expect(headers).toHaveProperty('set-cookie');
  });

  it('shows nobody what a session was allowed before, and logs nothing that did not happen', async () => {
    const { database } = server;
    const person = await server.as('admin');
    const where = { id: person.id };
    const list = { query: '{ users(first: 1) { nodes { email } } }' };
    const askFor = async (role: string) => {
      await database.user.update({ where, data: { role } });
      const before = server.lines.length;
      const { text, line } = await send({ body: list, headers: { cookie: person.cookie } });
      const events = server.lines.slice(before).flatMap(({ event }) => event ?? []);
      return { data: JSON.parse(text).data, events, line };
    };
    await askFor('admin');
    const known = await askFor('admin');
    expect(known.data.users.nodes).toHaveLength(1);
    expect(known.line).toMatchObject({ sql: 2 });
    expect(await askFor('user')).toMatchObject({ data: { users: null }, events: ['authz_fail'] });
    const again = await askFor('admin');
    expect(again.data).toEqual(known.data);
    expect(again.events).toEqual([]);
  });

  it('sends no statement of a query whose session has ended or lost the right to it', async () => {
    const { database } = server;
    const person = await server.as('admin');
    const where = { id: person.id };
    const body = { query: '{ users(first: 1) { nodes { email } } }' };
    const askOnce = async () => (await send({ body, headers: { cookie: person.cookie } })).line;
    await askOnce();
    expect(await askOnce()).toMatchObject({ sql: 2 });
    await database.user.update({ where, data: { role: 'user' } });
    expect(await askOnce()).toMatchObject({ sql: 1 });
    await database.user.update({ where, data: { role: 'admin' } });
    expect(await askOnce()).toMatchObject({ sql: 2 });
    await database.session.deleteMany({ where: { userId: person.id } });
    expect(await askOnce()).toMatchObject({ sql: 2 });
  });
});
