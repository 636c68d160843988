import { getIntrospectionQuery } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { times } from '#lab/support/documents.ts';
import { newId } from '#server/database/ids.ts';
import { requestBounds } from '#server/graphql/limits/limits.ts';
import { limits } from '#shared/limits.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');
const anonymous = await server.as('anonymous');
const text = (length: number) => 'x'.repeat(length);
await server.database.repository.createMany({
  data: Array.from({ length: limits.pageSizeMax }, (_, i) => ({
    id: newId('Repository'),
    name: `${i}`.padStart(limits.repositoryNameMax, 'n'),
    link: `https://${i}.example/${text(1_900)}`,
    description: text(limits.descriptionMax),
  })),
});
const users = Array.from({ length: limits.pageSizeMax }, (_, i) => ({
  id: newId('User'),
  email: `person${i}@example.org`,
  name: `Person ${i}`,
  onboardedAt: new Date(),
}));
await server.database.user.createMany({ data: users });
await server.database.auditEvent.createMany({
  data: users.map(({ id }) => ({
    id: newId('AuditEvent'),
    userId: id,
    kind: 'signed_in' as const,
    actorId: admin.id,
  })),
});

describe('what people and programs ask is answered', () => {
  it.each<[string, string, number]>([
    [
      '100 rows with all their fields',
      '{ repositories(first: 100) { totalCount nodes { id name link description createdAt updatedAt viewerCanUpdate viewerCanDelete } pageInfo { hasNextPage endCursor } } }',
      3,
    ],
    [
      'a nested connection of 5 in 20 rows',
      '{ users(first: 20) { nodes { id name email sessions(first: 5) { nodes { id browser createdAt } totalCount } } } }',
      42,
    ],
    [
      'one list of each of 100 people',
      '{ users(first: 100) { nodes { id sessions(first: 1) { nodes { id } } } } }',
      102,
    ],
    [
      'who did what to each of 100 people',
      '{ users(first: 100) { nodes { id auditEvents(first: 5) { nodes { id kind actor { id name } } } } } }',
      202,
    ],
    [
      'a search with its count',
      '{ users(searchTerm: "person", first: 100) { totalCount nodes { id } } }',
      3,
    ],
  ])('%s', async (_what, document, statements) => {
    const answer = await admin.send(document);
    expect(answer.errors).toEqual([]);
    expect(answer.statements).toBeLessThanOrEqual(statements);
  });

  it('100 ids at once', async () => {
    const users = await server.database.user.findMany({ take: 50, select: { id: true } });
    const repositories = await server.database.repository.findMany({
      take: 50,
      select: { id: true },
    });
    const ids = [...users, ...repositories].map(({ id }) => id);
    const answer = await admin.send(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on User { name email } ... on Repository { name link description } } }',
      { ids },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.nodes).toHaveLength(100);
    expect(answer.statements).toBe(3);
  });

  it('ids of four types, with one statement for each', async () => {
    const { user, repository, session, auditEvent } = server.database;
    const take = { take: 10, select: { id: true } };
    const rows = await Promise.all([
      user.findMany(take),
      repository.findMany(take),
      session.findMany(take),
      auditEvent.findMany(take),
    ]);
    const ids = rows.flat().map(({ id }) => id);
    const answer = await admin.send(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Session { browser lastActiveAt } ... on AuditEvent { kind } } }',
      { ids },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.nodes.map((node: { id: string }) => node.id)).toEqual(ids);
    expect(answer.statements).toBe(1 + rows.length);
  });

  it('10 mutations at once', async () => {
    const answer = await admin.send(
      `mutation { ${times(10, (i) => `a${i}: createRepository(input: { name: "batch ${i}", link: "git.example.com/x" }) { repository { id name link description } errors { code field message } }`)} }`,
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.a9.repository.name).toBe('batch 9');
  });

  it('the introspection of explorers and of code generators', async () => {
    const answer = await anonymous.send(
      getIntrospectionQuery({ inputValueDeprecation: true, specifiedByUrl: true }),
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.__schema.types.length).toBeGreaterThan(50);
  });
});

describe('a request that was priced too low', () => {
  const usual = { ...requestBounds };
  afterEach(() => Object.assign(requestBounds, usual));
  const page = '{ repositories(first: 100) { nodes { id description } } }';

  it('is stopped at its 300th statement, and the next one is answered', async () => {
    const list = 'auditEvents(first: 1) { nodes { actor { id } } }';
    const answer = await admin.send(`{ users(first: 100) { nodes { a: ${list} b: ${list} } } }`);
    const codes = new Set(answer.errors.map(({ extensions }) => extensions.code));
    expect([...codes]).toEqual(['QUERY_TOO_COMPLEX']);
    expect(answer.errors[0]?.message).toBe('The request needs more than 300 SQL statements.');
    expect(answer.statements).toBe(301);
    expect((await admin.send(page)).errors).toEqual([]);
  });

  it('is stopped when its time is over, and the next one is answered', async () => {
    requestBounds.milliseconds = 0;
    const answer = await admin.send(page);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.errors[0]?.extensions.code).toBe('SERVICE_UNAVAILABLE');
    expect(answer.statements).toBe(1);
    Object.assign(requestBounds, usual);
    expect((await admin.send(page)).errors).toEqual([]);
  });

  it('finishes a write that it has begun', async () => {
    const user = await server.as('user');
    requestBounds.milliseconds = 0;
    const answer = await user.send(
      'mutation { updateViewer(input: { name: "Finished" }) { viewer { permissions } errors { code } } }',
    );
    expect(answer.errors).toEqual([]);
    const { name } = await server.database.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(name).toBe('Finished');
    expect(
      await server.database.auditEvent.count({
        where: { userId: user.id, kind: 'name_changed' },
      }),
    ).toBe(1);
  });

  it('gets no answer that is longer than its bytes', async () => {
    requestBounds.answerBytes = 100_000;
    const answer = await admin.send(page);
    expect(answer.data).toBeNull();
    expect(answer.errors).toMatchObject([
      {
        message: 'The response exceeds 100,000 bytes. Request fewer entries or fields.',
        extensions: { code: 'QUERY_TOO_COMPLEX', requestId: expect.any(String) },
      },
    ]);
  });
});

it('a small query does not wait for the lists of a hundred other users', async () => {
  const user = await server.as('user');
  const answered: string[] = [];
  const heavy = Array.from({ length: 5 }, async () => {
    const { errors } = await admin.send(
      '{ users(first: 100) { nodes { sessions(first: 1) { nodes { id } } } } }',
    );
    expect(errors).toEqual([]);
    answered.push('lists');
  });
  // By then, all their statements are waiting for a connection.
  await new Promise((done) => setTimeout(done, 50));
  await user.send('{ viewer { user { name } } }');
  answered.push('one thing');
  await Promise.all(heavy);
  expect(answered.indexOf('one thing')).toBe(0);
});
