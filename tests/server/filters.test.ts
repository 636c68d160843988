import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase, delegateOf, inBackground } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { recordConditions } from '#server/graphql/building/filters.ts';
import { limits } from '#shared/limits.ts';
import { createRepository, createUser } from '#tests/support/factories.ts';
import { planOf } from '#tests/support/plans.ts';
import { errorCodes, serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const admin = await server.as('admin');

const silently = Prisma.sql`set_config('atrium.silent', 'on', true) = 'on'`;
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const people: string[] = [];
for (let number = 1; number <= 5; number += 1) {
  const { id } = await createUser(database, { name: `Person ${number}` });
  people.push(id);
  await database.$executeRaw`
    UPDATE "user" SET "createdAt" = ${day(number)}, "updatedAt" = ${day(10 + number)} WHERE "id" = ${id} AND ${silently}`;
}
const [first, second, third, fourth, fifth] = people as [string, string, string, string, string];
const repository = await createRepository(database, { createdAt: day(2) });

type List = 'users' | 'repositories';

async function listed(list: List, filter: object | null): Promise<string[]> {
  const type = list === 'users' ? 'User' : 'Repository';
  const answer = await admin.send(
    `query ($filter: ${type}Filter) { ${list}(filter: $filter, first: 100, orderBy: { field: CREATED_AT, direction: ASC }) { totalCount nodes { id } } }`,
    { filter },
  );
  expect(answer.errors).toEqual([]);
  const { nodes, totalCount } = answer.data[list];
  expect(totalCount).toBe(nodes.length);
  return nodes.map(({ id }: { id: string }) => id);
}

describe('a list of users', () => {
  it.each<[string, object, string[]]>([
    [
      'IDs, without those that are unknown',
      { ids: [fourth, newId('User'), second, second, 'x'] },
      [second, fourth],
    ],
    ['no IDs', { ids: [] }, []],
    ['IDs of another type', { ids: [repository.id] }, []],
    [
      'a creation from a time on',
      { createdAt: { from: day(4), before: day(31) } },
      [fourth, fifth],
    ],
    ['a creation before a time', { createdAt: { before: day(3) } }, [first, second]],
    ['an update in a period', { updatedAt: { from: day(12), before: day(14) } }, [second, third]],
    ['a period that ends before it begins', { updatedAt: { from: day(14), before: day(12) } }, []],
    [
      'several conditions',
      { ids: [first, second, third], createdAt: { from: day(2) }, updatedAt: { before: day(13) } },
      [second],
    ],
    ['a role and a state', { role: 'ADMIN', status: 'ACTIVE', ids: [first, admin.id] }, [admin.id]],
  ])('by %s', async (_what, filter, expected) => {
    expect(await listed('users', filter)).toEqual(expected);
  });

  it.each([null, {}, { ids: null, createdAt: null, updatedAt: {} }, { createdAt: { from: null } }])(
    'by %o is the whole list, whose total is read from the counter',
    async (filter) => {
      expect(await listed('users', filter)).toEqual(expect.arrayContaining(people));
      const query =
        'query ($filter: UserFilter) { users(filter: $filter, first: 1) { totalCount } }';
      // No statement for a page: only the session and the counter.
      const { statements } = await admin.send(query, { filter });
      expect(statements).toBe((await admin.send('{ users(first: 1) { totalCount } }')).statements);
    },
  );

  it('combines the filter with arguments', async () => {
    const answer = await admin.send(
      `query ($ids: [ID!]) { users(filter: { ids: $ids, role: USER, createdAt: { from: "${day(2).toISOString()}" } }, searchTerm: "person") { nodes { id } } }`,
      { ids: people },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.users.nodes.map(({ id }: { id: string }) => id)).toEqual([
      fifth,
      fourth,
      third,
      second,
    ]);
  });
});

it('a list of repositories takes the same filter', async () => {
  expect(await listed('repositories', { ids: [repository.id, first] })).toEqual([repository.id]);
  const created = { createdAt: { from: day(2), before: day(3) } };
  expect(await listed('repositories', created)).toEqual([repository.id]);
  expect(await listed('repositories', { updatedAt: { before: day(2) } })).toEqual([]);
});

it('refuses more IDs than one page has', async () => {
  const query = 'query ($filter: UserFilter) { users(filter: $filter) { nodes { id } } }';
  const ids = Array.from({ length: limits.nodesMax + 1 }, () => newId('User'));
  expect(errorCodes(await admin.send(query, { filter: { ids } }))).toEqual(['BAD_REQUEST']);
});

describe('among 20,000 records', () => {
  const patient = createDatabase(server.url, inBackground);
  afterAll(() => patient.$disconnect());

  it.each(['User', 'Repository'] as const)(
    'a page of the last changes of %s is read from the index alone',
    async (model) => {
      const table = model.toLowerCase();
      await patient.$executeRawUnsafe(
        model === 'User'
          ? `INSERT INTO "user" ("id", "email", "name", "updatedAt")
             SELECT 'usr_' || lpad(n::text, 26, '0'), n || '@many.example', 'Many ' || n, '2020-01-01'::timestamptz + n * interval '1 minute'
             FROM generate_series(1, 20000) AS n`
          : `INSERT INTO "repository" ("id", "name", "link", "updatedAt")
             SELECT 'repo_' || lpad(n::text, 26, '0'), 'many ' || n, 'https://many.example', '2020-01-01'::timestamptz + n * interval '1 minute'
             FROM generate_series(1, 20000) AS n`,
      );
      await patient.$executeRawUnsafe(`ANALYZE "${table}"`);
      const [from, before] = [new Date('2020-01-10'), new Date('2020-01-20')];
      const context = { viewer: null, settings: { demo: undefined } };
      const filter = recordConditions(model, { updatedAt: { from, before } }, context);
      const orderBy = [{ updatedAt: 'asc' as const }, { id: 'asc' as const }];
      const page = { where: { AND: filter }, orderBy, take: limits.pageSize + 1 };
      const nodes = await planOf(patient, (capture) => delegateOf(capture, model).findMany(page));
      expect(nodes.map((node) => node['Node Type'])).toEqual(['Limit', 'Index Scan']);
      expect(nodes[1]?.['Index Name']).toBe(`${table}_updatedAt_id_idx`);
    },
  );
});
