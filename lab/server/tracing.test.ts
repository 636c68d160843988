import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { HttpClient } from '#lab/support/http-client.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { startProduct } from '#tests/support/product.ts';
import { databaseForFile } from '#tests/support/server-for-file.ts';

/** A span in the JSON encoding: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
type Received = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1 internal, 2 server, 3 client. */
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
};

async function startCollector() {
  const spans: Received[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(`${request.url} ${body}`);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, bodies, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const proxy = '127.200.0.1';
const admin = 'root@example.org';
const collector = await startCollector();
afterAll(collector.close);
const mailbox = await startMailbox();
afterAll(mailbox.close);
const product = await startProduct({
  databaseUrl: await databaseForFile(),
  smtpUrl: mailbox.url,
  env: {
    ADMIN_EMAILS: admin,
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: proxy,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_SERVICE_NAME: 'atrium-test',
  },
});
afterAll(() => product.stop());

const newClient = (address?: string) =>
  new HttpClient({ urls: [product.url], mailbox, admin }, address ? { address } : {});

const attributeOf = ({ attributes }: Received, name: string) => {
  const { stringValue, intValue } = attributes.find(({ key }) => key === name)?.value ?? {};
  return stringValue ?? intValue;
};

async function traceOf(name: string, isWanted: (span: Received) => boolean = () => true) {
  const find = () => collector.spans.find((span) => span.name === name && isWanted(span));
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  const root = find() as Received;
  return { root, spans: collector.spans.filter(({ traceId }) => traceId === root.traceId) };
}

it('receives a sign-in and a page: requests, statements and the mail, without what is personal', async () => {
  const client = await newClient().signIn(admin);
  await client.graphql(
    'query List { viewer { user { id } } repositories(first: 5) { nodes { id } } }',
  );
  await client.fetch('/login');

  const path = '/api/auth/sign-in/email-otp';
  const signIn = await traceOf('POST /api/auth', (span) => attributeOf(span, 'url.path') === path);
  expect(attributeOf(signIn.root, 'http.response.status_code')).toBe(200);
  expect(signIn.root.kind).toBe(2);
  expect(signIn.spans.filter(({ kind }) => kind === 3).length).toBeGreaterThan(2);
  await traceOf('send mail');
  await traceOf('GET', (span) => attributeOf(span, 'url.path') === '/login');

  const { root, spans } = await traceOf('query List');
  const request = spans.find(({ spanId }) => spanId === root.parentSpanId);
  expect(request?.name).toBe('POST /api/graphql');
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  expect(statements.map((span) => attributeOf(span, 'db.query.text'))).toContainEqual(
    expect.stringMatching(/^SELECT .* FROM ("public"\.)?"repository"/),
  );

  const all = collector.bodies.join('\n');
  expect(all).toMatch(/^\/v1\/traces /);
  expect(all).toContain('"atrium-test"');
  expect(all).not.toContain(admin);
  expect(all).not.toContain(mailbox.messages[0]?.code ?? 'no code');
});

it('has no query string, header, variable or message of an error', async () => {
  const client = await newClient().signIn(admin);
  const query = 'query Private($term: String) { repositories(searchTerm: $term) { totalCount } }';
  const headers = { 'user-agent': 'private-agent', 'x-forwarded-for': '198.51.100.77' };
  await client.post(
    '/api/graphql?at=private-string',
    { query, variables: { term: 'private-term' } },
    headers,
  );
  const invalid = {
    query,
    operationName: 'Private',
    variables: { term: 'private-term'.repeat(90) },
  };
  await client.post('/api/graphql', invalid, headers);
  await client.post(
    '/api/auth/sign-in/email-otp?at=private-string',
    { email: 'private@example.org', otp: '000000' },
    headers,
  );
  await traceOf('query Private');
  await traceOf('POST /api/auth');
  await client.fetch('/login?redirect=private-string', { headers });
  await traceOf('GET', (span) => attributeOf(span, 'url.path') === '/login');
  const all = collector.bodies.join('\n');
  expect(all).not.toMatch(/private-|private@|198\.51\.100\.77/);
  for (const cookie of client.jar.values()) expect(all).not.toContain(cookie);
  expect(client.jar.size).toBeGreaterThan(0);
});

it('names the trace in the lines of the log', async () => {
  await newClient().graphql('query Setup { setup { appName } }');
  const { root } = await traceOf('query Setup');
  await expect
    .poll(() => product.log.split('\n').find((line) => line.includes(root.traceId)))
    .toMatch(/"msg":"request"/);
});

it('continues the trace of a trusted proxy, and no other', async () => {
  const ask = (client: HttpClient, name: string, id: string) =>
    client.post(
      '/api/graphql',
      { query: `query ${name} { setup { appName } }` },
      {
        traceparent: `00-${id.repeat(32)}-${'b'.repeat(16)}-01`,
      },
    );
  await ask(newClient(proxy), 'Proxied', 'a');
  await ask(newClient(), 'Chosen', 'c');
  expect((await traceOf('query Proxied')).root.traceId).toBe('a'.repeat(32));
  expect((await traceOf('query Chosen')).root.traceId).not.toBe('c'.repeat(32));
});
