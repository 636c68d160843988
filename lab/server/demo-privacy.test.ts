import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { seed } from '#prisma/seed.ts';
import { type Browser, startServer, type TestServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const email = 'admin@example.com';
const agents = ['VisitorOne/1.0 Firefox/140.0', 'VisitorTwo/2.0 Chrome/141.0'];
const demo = await serverForFile({ DEMO: 'true' });

async function enterDemo(server: TestServer, address: string, agent: string): Promise<Browser> {
  const browser = server.browser(address);
  await browser.requestCode(email);
  const otp = server === demo ? '000000' : await server.codeFor(email);
  const path = '/api/auth/sign-in/email-otp';
  const entered = await browser.post(path, { email, otp }, { 'user-agent': agent });
  expect(entered.status).toBe(200);
  return browser;
}

async function send(browser: Browser, query: string) {
  const answer = await browser.post('/api/graphql', { query });
  return (await answer.json()).data;
}

await seed(demo.database, { onlyOnboarded: true });
const signedInAfter = new Date();
const visitors: [Browser, Browser] = [
  await enterDemo(demo, '198.51.100.1', agents[0] ?? ''),
  await enterDemo(demo, '198.51.100.2', agents[1] ?? ''),
];
// Backdate it, since only then does a request update the last activity.
const lastActiveAt = new Date(Date.now() - 60 * 60 * 1_000);
await demo.database.session.updateMany({ data: { lastActiveAt } });

it('neither the IP address nor the browser of a visitor is stored, unlike outside the demo', async () => {
  const sessionsOf = async ({ database }: TestServer) =>
    (await database.session.findMany()).map(({ ipAddress, userAgent }) => [ipAddress, userAgent]);
  expect(await sessionsOf(demo)).toEqual([
    [null, null],
    [null, null],
  ]);
  const local = await startServer();
  await enterDemo(local, '198.51.100.1', agents[0] ?? '');
  expect(await sessionsOf(local)).toEqual([['198.51.100.1', agents[0]]]);
  await local.stop();
});

it('no table names them', async () => {
  const tables = await demo.database.$queryRaw<{ name: string; content: string }[]>`
    SELECT table_name AS name,
      query_to_xml(format('SELECT * FROM %I', table_name), false, false, '')::text AS content
    FROM information_schema.tables WHERE table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(8);
  for (const { name, content } of tables) {
    expect([name, /198\.51\.100|Visitor(One|Two)/.test(content)]).toEqual([name, false]);
  }
});

it('a visitor sees only their own session', async () => {
  const [first, second] = visitors;
  const query =
    '{ viewer { user { sessions { totalCount nodes { id isCurrent ipAddress browser } } } } }';
  const own = async (browser: Browser) => (await send(browser, query)).viewer.user.sessions;
  const [mine, theirs] = [await own(first), await own(second)];
  for (const list of [mine, theirs]) {
    expect(list.totalCount).toBe(1);
    expect(list.nodes).toMatchObject([{ isCurrent: true, ipAddress: null, browser: null }]);
  }
  expect(mine.nodes[0].id).not.toBe(theirs.nodes[0].id);
  const everybody = await send(
    first,
    '{ users(first: 100) { nodes { sessions { totalCount } } } }',
  );
  const counts = everybody.users.nodes.map(
    (user: { sessions: { totalCount: number } }) => user.sessions.totalCount,
  );
  expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);
});

it('sign-in times are not shown in the history', async () => {
  const [first] = visitors;
  const { viewer } = await send(first, '{ viewer { user { auditEvents { nodes { kind } } } } }');
  expect(viewer.user.auditEvents.nodes).toEqual([{ kind: 'ONBOARDED' }, { kind: 'CREATED' }]);
  const { auditEvent } = demo.database;
  expect(await auditEvent.count({ where: { createdAt: { gte: signedInAfter } } })).toBe(0);
});

it('sign-in times are not shown as the last activity', async () => {
  const [first] = visitors;
  const { viewer } = await send(first, '{ viewer { user { lastActiveAt } } }');
  expect(viewer.user).toEqual({ lastActiveAt: null });
  const { database } = demo;
  expect(await database.user.count({ where: { lastActiveAt: { gte: signedInAfter } } })).toBe(0);
});

it('no visitor finds the session of another by its ID', async () => {
  const [own, others] = await Promise.all(
    visitors.map((visitor) => send(visitor, '{ viewer { session { id } } }')),
  );
  const [ownId, otherId] = [own, others].map(({ viewer }) => viewer.session.id);
  expect(
    await send(
      visitors[0],
      `{ node(id: "${otherId}") { id } nodes(ids: ["${ownId}", "${otherId}"]) { id } }`,
    ),
  ).toEqual({ node: null, nodes: [{ id: ownId }, null] });
});

it('each is a client of their own in admission, also behind one address', async () => {
  const clients = [];
  for (const visitor of visitors) {
    await send(visitor, '{ viewer { user { id } } }');
    clients.push(
      demo.app.clientOf({
        socket: { remoteAddress: '203.0.113.9' },
        headers: { cookie: visitor.cookie() },
        rawHeaders: [],
      } as unknown as IncomingMessage),
    );
  }
  expect(new Set(clients.map(({ key }) => key)).size).toBe(2);
  // Known sessions each get a full share.
  expect(clients.map(({ isProvisional }) => isProvisional)).toEqual([undefined, undefined]);
});

it('shows sample organizations, in which the visitor has different roles', async () => {
  const { viewer } = await send(
    visitors[0],
    '{ viewer { memberships { nodes { role organization { slug repositories { totalCount } } } } } }',
  );
  expect(viewer.memberships.nodes.length).toBeGreaterThan(0);
  const { database } = demo;
  expect(await database.organization.count()).toBe(3);
  await seed(database, { onlyOnboarded: true });
  expect(await database.organization.count()).toBe(3);
});
