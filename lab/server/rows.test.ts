/** Accelerated reads return the same records in the same order as Prisma. */
import { afterAll, describe, expect, it } from 'vitest';
import { createDatabase } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { statusFilter } from '#server/graphql/types/user-status.ts';
import { runInRequest } from '#server/log/request-context.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';
import { acceleratedDatabase } from '#tests/support/prisma-sql.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const database = createDatabase(server.url);
const { database: accelerated, sent } = acceleratedDatabase(server.url);
const admin = await server.as('admin');

const names = [
  'Alpha',
  'alphabet',
  'Ünder_score',
  '100% sure',
  'back\\slash',
  'quote \' " `',
  'زهرة',
];
const repositories: { id: string; createdAt: Date }[] = [];
for (const [i, name] of names.entries()) {
  const createdAt = new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2)));
  repositories.push(await createRepository(database, { name, createdAt }));
}
const middle = repositories[3] as { id: string; createdAt: Date };
await createUser(database, { name: 'Banned' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { banned: true } }),
);
await createUser(database, { name: 'Banned before' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { banned: true, banExpires: new Date(0) } }),
);
await createUser(database, { name: 'Invited' }).then(({ id }) =>
  database.user.update({ where: { id }, data: { emailVerified: false } }),
);

const texts = Array.from({ length: 300 });
const { database: searchingFrequent } = acceleratedDatabase(
  server.url,
  texts.map(() => names.join(' ').toLowerCase()),
);
const { database: searchingRare } = acceleratedDatabase(
  server.url,
  texts.map(() => 'nothing'),
);
afterAll(() =>
  Promise.all(
    [database, accelerated, searchingFrequent, searchingRare].map((each) => each.$disconnect()),
  ),
);

const byCreation = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
const byName = [{ nameKey: 'asc' as const }, { id: 'asc' as const }];
const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&');
const contains = (term: string) => ({ name: { contains: term, mode: 'insensitive' as const } });

describe('repositories', () => {
  it.each<[string, object]>([
    ['all', {}],
    ['no condition in lists', { AND: [] }],
    ['none of no conditions', { OR: [] }],
    ['a term', { OR: [contains('ALPHA'), { link: { contains: 'nothing', mode: 'insensitive' } }] }],
    ['a term with a wildcard', contains('r_s')],
    ['a term with an escaped wildcard', contains('\\%')],
    ['a term with a backslash', contains('\\\\')],
    ['a term with quotes', contains('\' " `')],
    ['a beginning', { nameKey: { startsWith: 'al' } }],
    ['none of some values', { name: { notIn: ['Alpha', 'alphabet'] } }],
    ['any value', { organizationId: { not: null } }],
    ['a period', { createdAt: { gte: middle.createdAt, lt: new Date(Date.UTC(2026, 0, 3)) } }],
    [
      'what comes after an entry',
      {
        AND: [
          { createdAt: { lte: middle.createdAt } },
          { OR: [{ createdAt: { lt: middle.createdAt } }, { id: { lt: middle.id } }] },
        ],
      },
    ],
  ])('are the same: %s', async (_name, where) => {
    for (const orderBy of [byCreation, byName]) {
      for (const take of [1, 3, 21, 101]) {
        const query = { where, orderBy, take };
        const expected = await database.repository.findMany(query);
        expect(await accelerated.repository.findMany(query)).toEqual(expected);
      }
    }
  });

  it.each([
    ['alpha'],
    ['alphabet'],
    ['ünder_score'],
    ['100%'],
    ['zerre', 'alpha'],
    ['e\\sl'],
    ['زهرة'],
    ["quote ' "],
  ])(
    'that are searched for are the same, whether words are frequent or not: %s',
    async (...words) => {
      const search = { AND: words.map((word) => ({ searchText: { contains: escaped(word) } })) };
      const before = {
        AND: [
          { nameKey: { lte: 'back' } },
          { OR: [{ nameKey: { lt: 'back' } }, { id: { lt: middle.id } }] },
        ],
      };
      for (const where of [{ AND: [search] }, { AND: [{ AND: [search] }, before] }]) {
        for (const orderBy of [byCreation, byName]) {
          for (const take of [1, 21, 101]) {
            const query = { where, orderBy, take };
            const expected = await database.repository.findMany(query);
            for (const searching of [accelerated, searchingFrequent, searchingRare]) {
              expect(await searching.repository.findMany(query)).toEqual(expected);
            }
          }
        }
      }
    },
  );

  it('by id are the same, or null', async () => {
    const expected = await database.repository.findUnique({ where: { id: middle.id } });
    const read = async (id: string) => accelerated.repository.findUnique({ where: { id } });
    for (const run of [read, (id: string) => runInRequest('request', () => read(id))]) {
      expect(await run(middle.id)).toEqual(expected);
      expect(await run('repo_nothing')).toBeNull();
    }
  });

  it('after a change in the same request are the changed ones', async () => {
    const { id } = await createRepository(database, { name: 'before' });
    const change = (name: string) =>
      `updateRepository(input: { id: "${id}", name: "${name}" }) { repository { name } }`;
    const { data } = await admin.send(`mutation { a: ${change('one')} b: ${change('two')} }`);
    expect([data.a.repository.name, data.b.repository.name]).toEqual(['one', 'two']);
  });
});

describe('users', () => {
  it.each(['active', 'invited', 'banned'] as const)('are the same: %s', async (status) => {
    const query = { where: { AND: [statusFilter(status)] }, orderBy: byCreation, take: 21 };
    const expected = await database.user.findMany(query);
    expect(expected.length).toBeGreaterThan(0);
    expect(await accelerated.user.findMany(query)).toEqual(expected);
  });
});

describe('other models', () => {
  it('are read with lists of texts, empty where the database has none', async () => {
    const token = { name: 'lists', scopes: ['repository:read'], start: 'x', hash: unique('hash') };
    const { id } = await database.accessToken.create({
      data: { id: newId('AccessToken'), userId: admin.id, ...token },
    });
    await database.$executeRaw`UPDATE "access_token" SET "networks" = NULL WHERE "id" = ${id}`;
    const expected = await database.accessToken.findUnique({ where: { id } });
    expect(expected).toMatchObject({ scopes: token.scopes, networks: [] });
    const before = sent.length;
    expect(await accelerated.accessToken.findMany({ where: { id } })).toEqual([expected]);
    const read = async () => accelerated.accessToken.findUnique({ where: { hash: token.hash } });
    expect(await runInRequest('request', read)).toEqual(expected);
    expect(sent.length - before).toBe(2);
  });
});
