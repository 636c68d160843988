/** Which calls are answered with one statement, and which are left to Prisma. */
import { type Options, prismaSql, type Statement } from '@atrium/prisma-sql';
import { describe, expect, it } from 'vitest';

const column = (name: string, type = 'String') => ({ name, type, kind: 'scalar', isList: false });
const key = (name: string) => ({ ...column(name), isId: name === 'id', isUnique: true });
const relation = (name: string, type: string, own?: string) => ({
  name,
  type,
  kind: 'object',
  isList: own === undefined,
  relationName: 'AuthorToBook',
  relationFromFields: own ? [own] : [],
});

const datamodel = {
  models: {
    Author: {
      fields: [key('id'), key('email'), column('name'), relation('books', 'Book')],
    },
    Book: {
      fields: [
        ...[key('id'), column('title'), column('text'), column('pages', 'Int')],
        ...[column('authorId'), column('addedAt', 'DateTime'), column('changedAt', 'DateTime')],
        relation('author', 'Author', 'authorId'),
      ],
    },
    Cover: { fields: [key('id'), column('content', 'Bytes')] },
  },
};

type Sent = Statement & { values: unknown[] };
type Operation = 'findMany' | 'findFirst' | 'findUnique' | 'count';
type Delegate = Record<Operation, (args?: object) => Promise<unknown>>;
type Client = Record<string, Delegate> & { $transaction(work: unknown): Promise<unknown> };

const answer = async () => 'Prisma';
const byPrisma: Delegate = {
  findMany: answer,
  findFirst: answer,
  findUnique: answer,
  count: answer,
};

/** The client that Prisma makes of the extension, whose parent answers `Prisma`. */
function connect(rows: object[] = [], options: Partial<Options> = {}) {
  const sent: Sent[] = [];
  const send = async (statement: Statement, values: unknown[]) => {
    sent.push({ ...statement, values });
    return rows as never;
  };
  const extend = prismaSql({
    read: send,
    datamodel,
    tableOf: (model) => model.toLowerCase(),
    omit: { book: { text: true } },
    usualTakes: [20],
    ...options,
  });
  const parent = {
    author: byPrisma,
    book: byPrisma,
    cover: byPrisma,
    $transaction: (work: unknown) =>
      Array.isArray(work) ? Promise.all(work) : (work as (own: unknown) => unknown)(parent),
    $extends: ({ client, model }: { client: object; model: object }) => ({ ...client, ...model }),
  };
  const client = extend(parent) as Client;
  const call = (operation: Operation, model: string, args?: object) =>
    client[model.toLowerCase()]?.[operation](args);
  return { call, sent, client };
}

const byTitle = [{ title: 'asc' }, { id: 'asc' }];
const flat = ({ text }: Sent) => text.replace(/\s+/g, ' ');

describe('a page', () => {
  it('is one named statement for all selections of columns', async () => {
    const book = { id: 'b1', title: 'One', pages: 3, authorId: 'a1', addedAt: new Date(0) };
    const { call, sent } = connect([book]);
    const page = { where: { authorId: 'a1' }, orderBy: byTitle, take: 20 };
    expect(await call('findMany', 'Book', page)).toEqual([book]);
    expect(await call('findMany', 'Book', { ...page, select: { title: true } })).toEqual([
      { title: 'One' },
    ]);
    expect(await call('findFirst', 'Book', { ...page, take: undefined })).toEqual(book);
    expect(sent.map(flat).slice(0, 2)).toEqual(
      Array(2).fill(
        'SELECT "id", "title", "pages", "authorId", "addedAt", "changedAt" FROM "book" WHERE "authorId" = $1 ORDER BY "title" asc, "id" asc LIMIT 20',
      ),
    );
    expect(sent[0]?.name).toMatch(/^[\w-]{22}$/);
    expect(sent[1]?.name).toBe(sent[0]?.name);
  });

  it('sends times in UTC, as Prisma does, so that a day is the same in each time zone', async () => {
    const { call, sent } = connect();
    await call('findMany', 'Book', { where: { addedAt: { gte: new Date('2026-01-31') } } });
    expect(sent[0]?.values).toEqual(['2026-01-31T00:00:00.000Z']);
  });

  it('includes records that it refers to, or null', async () => {
    const author = { 'author.id': 'a1', 'author.name': 'Ada', 'author.email': 'ada@example.com' };
    const none = { 'author.id': null, 'author.name': null, 'author.email': null };
    const { call, sent } = connect([
      { title: 'One', ...author },
      { title: 'Two', ...none },
    ]);
    const select = { title: true, author: { select: { name: true } } };
    expect(await call('findMany', 'Book', { select })).toEqual([
      { title: 'One', author: { name: 'Ada' } },
      { title: 'Two', author: null },
    ]);
    expect(sent).toHaveLength(1);
  });

  it('found by related records is read by Prisma, where a join is not enough', async () => {
    const { call, sent } = connect([{ id: 'a1' }]);
    const where = { books: { some: { title: 'One' } } };
    const select = { books: { take: 1 } };
    expect(await call('findMany', 'Author', { where, select })).toBe('Prisma');
    expect(sent.map(flat)).toEqual([expect.stringContaining('EXISTS (SELECT FROM "book"')]);
  });

  it('of several partitions is merged from the first rows of each', async () => {
    const partition = { column: 'authorId', orders: ['addedAt'] };
    const { call, sent } = connect([], { lists: { Book: { partition } } });
    const where = {
      AND: [{ OR: [{ authorId: null }, { authorId: { in: ['a1'] } }] }, { pages: 1 }],
    };
    await call('findMany', 'Book', { where, orderBy: [{ addedAt: 'desc' }, { id: 'desc' }] });
    expect(sent.map(flat)).toEqual([expect.stringMatching(/UNION ALL.*CROSS JOIN LATERAL/)]);
    expect(sent[0]?.values).toEqual([['a1'], 1]);
    await call('findMany', 'Book', { where, orderBy: byTitle });
    expect(sent.map(flat)[1]).toMatch(/"authorId" IS NULL OR "authorId" = ANY/);
  });

  it('gets no name beyond 300 forms', async () => {
    const { call, sent } = connect();
    for (let count = 1; count <= 301; count += 1) {
      const where = { OR: Array.from({ length: count }, () => ({ pages: 1 })) };
      await call('count', 'Book', { where });
    }
    expect(sent.at(-2)?.name).toBeDefined();
    expect(sent.at(-1)?.name).toBeUndefined();
  });
});

describe('single records', () => {
  it('of a scope are one statement, in whatever order', async () => {
    const scope = {};
    const ada = { id: 'a1', email: 'ada@example.com', name: 'Ada' };
    const { call, sent } = connect([ada], { scope: () => scope });
    const find = (id: string) => call('findUnique', 'Author', { where: { id } });
    expect(await Promise.all([find('a2'), find('a1')])).toEqual([null, ada]);
    expect(sent.map(({ values }) => values)).toEqual([[['a2', 'a1']]]);
  });

  it('outside of a scope are read by Prisma', async () => {
    const { call, sent } = connect();
    expect(await call('findUnique', 'Author', { where: { id: 'a1' } })).toBe('Prisma');
    expect(sent).toEqual([]);
  });
});

describe('Prisma answers', () => {
  it.each<[Operation, string, object]>([
    ['findMany', 'Cover', {}],
    ['findMany', 'Book', { where: { title: { endsWith: 'x' } } }],
    ['findMany', 'Book', { where: { pages: '1' } }],
    ['findMany', 'Book', { where: { nothing: 1 } }],
    ['findMany', 'Book', { where: { NOT: { author: { name: 'Ada' } } } }],
    ['findMany', 'Book', { where: { author: { is: { name: 'Ada' } } } }],
    ['findMany', 'Book', { include: { author: true } }],
    ['findMany', 'Book', { select: { text: true } }],
    ['findMany', 'Book', { orderBy: { author: { name: 'asc' } } }],
    ['findMany', 'Book', { skip: 1 }],
    ['findMany', 'Book', { take: -1 }],
    ['count', 'Book', { select: { _all: true } }],
    ['findUnique', 'Author', { where: { name: 'Ada' } }],
  ])('%s of %s with %j', async (operation, model, args) => {
    const { call, sent } = connect([], { scope: () => ({}) });
    expect(await call(operation, model, args)).toBe('Prisma');
    expect(sent).toEqual([]);
  });

  it('in a transaction, of either kind', async () => {
    const { client, sent } = connect();
    const read = (own: Client) => own.book?.findMany();
    expect(await client.$transaction(read)).toBe('Prisma');
    expect(await client.$transaction([read(client), read(client)])).toEqual(['Prisma', 'Prisma']);
    expect(sent).toEqual([]);
  });
});

it('nothing is sent before the result is awaited, and then once', async () => {
  const { call, sent } = connect();
  const read = call('findMany', 'Book');
  await new Promise(setImmediate);
  expect(sent).toEqual([]);
  expect([await read, await read]).toEqual([[], []]);
  expect(sent).toHaveLength(1);
});
