import { describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { unique } from '#tests/support/factories.ts';
import { whileWaiting } from '#tests/support/open-transaction.ts';
import { startServer, type TestUser } from '#tests/support/server.ts';
import { mutate, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();

async function personWithSession() {
  const person = await server.as('user');
  const { id } = await server.database.session.findFirstOrThrow({ where: { userId: person.id } });
  return { ...person, sessionId: id };
}

describe('a session whose token is replaced while it ends', () => {
  const { database } = server;
  type Ending = (person: TestUser, otherId: string) => Promise<unknown>;

  async function changeAddress(person: TestUser): Promise<() => Promise<unknown>> {
    const newEmail = `${unique('new')}@example.com`;
    const path = '/api/auth/email-otp';
    await server.post(`${path}/request-email-change`, { newEmail }, person.cookie);
    const otp = await server.codeFor(newEmail);
    return () => server.post(`${path}/change-email`, { newEmail, otp }, person.cookie);
  }

  it.each<[string, Ending]>([
    ['its owner', (person, id) => mutate(person, 'revokeSession', { id })],
    [
      'a manager',
      async (_person, id) => mutate(await server.as('admin'), 'revokeUserSession', { id }),
    ],
    ['another session', (person) => mutate(person, 'revokeOtherSessions')],
    [
      'another session, by the library',
      ({ cookie }) => server.post('/api/auth/revoke-other-sessions', {}, cookie),
    ],
    ['a change of address', async (person) => (await changeAddress(person))()],
  ])('does end: by %s', async (_whom, end) => {
    const person = await personWithSession();
    await server.signIn(person.email);
    const { id } = await database.session.findFirstOrThrow({
      where: { userId: person.id, id: { not: person.sessionId } },
    });
    await whileWaiting<unknown>(database, {
      lock: (transaction) =>
        transaction.session.update({ where: { id }, data: { token: unique('token') } }),
      request: () => end(person, id),
    });
    const left = await database.session.findMany({ where: { userId: person.id } });
    expect(left.map((session) => session.id)).toEqual([person.sessionId]);
  });

  it('is recorded once by two who end it', async () => {
    const person = await personWithSession();
    const { id, sessionId } = person;
    await server.signIn((await database.user.findUniqueOrThrow({ where: { id } })).email);
    const other = await database.session.findFirstOrThrow({
      where: { userId: id, id: { not: sessionId } },
    });
    const answers = await whileWaiting(database, {
      lock: (transaction) =>
        transaction.$queryRaw`SELECT 1 FROM "session" WHERE "id" = ${other.id} FOR UPDATE`,
      request: () =>
        Promise.all([1, 2].map(() => mutate(person, 'revokeSession', { id: other.id }))),
      waiting: 2,
    });
    expect(answers.flat()).toEqual(['NOT_FOUND']);
    const where = { userId: id, kind: 'sessions_revoked' } as const;
    expect(await database.auditEvent.count({ where })).toBe(1);
  });
});

describe('the cookie of a session that has ended', () => {
  const query = '{ viewer { user { id } } }';
  /** A request that was under way while another tab changed the session must not undo the change. */
  const reads: Record<string, (cookie: string) => Promise<Response>> = {
    'a query': (cookie) => server.post('/api/graphql', { query }, cookie),
    'the session endpoint': (cookie) =>
      server.request('/api/auth/get-session', { headers: { cookie } }),
    'a list endpoint': (cookie) =>
      server.request('/api/auth/admin/list-users', { headers: { cookie } }),
  };

  it.each(Object.keys(reads))('is left in the browser by %s', async (what) => {
    const impersonator = await server.impersonate();
    const { cookie } = impersonator;
    const stop = await server.post('/api/auth/admin/stop-impersonating', {}, cookie);
    expect(stop.status).toBe(200);
    const answer = await reads[what]?.(cookie);
    expect(answer?.headers.getSetCookie()).toEqual([]);
  });
});

it('a session of a day is renewed for who is active in its second half', async () => {
  const daily = await startServer({ SESSION_DAYS: '1' });
  const { id: userId, send } = await daily.as('user');
  const hour = 3_600_000;
  const expiresAt = new Date(Date.now() + 11 * hour);
  await daily.database.session.updateMany({ where: { userId }, data: { expiresAt } });
  await send('{ viewer { user { id } } }');
  const session = await daily.database.session.findFirstOrThrow({ where: { userId } });
  expect(session.expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * hour);
  await daily.stop();
});

it('sessions opened with a long user agent are listed without delaying others', async () => {
  const { id: userId, send } = await server.as('user');
  const own = await server.database.session.findFirstOrThrow({ where: { userId } });
  const userAgent = 'a'.repeat(14_000);
  const others = Array.from({ length: 30 }, () => ({
    ...own,
    id: newId('Session'),
    token: unique('token'),
    userAgent,
  }));
  await server.database.session.createMany({ data: others });
  const fields = Array.from({ length: 20 }, (_, n) => `b${n}: browser o${n}: operatingSystem`);
  const page = `sessions(first: 100) { nodes { ${fields.join(' ')} } }`;
  const before = cpuTime();
  const listed = await send(`{ viewer { user { ${page} } } }`);
  expect(listed.data.viewer.user.sessions.nodes).toHaveLength(31);
  expect(cpuTime() - before).toBeLessThan(400);
});
