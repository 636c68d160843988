/** Documents have the same results with and without the plugin, and less is done for them. */
import { createLoadedColumns } from '@atrium/pothos-loaded-columns';
import SchemaBuilder from '@pothos/core';
import PrismaPlugin, { queryFromInfo as pothosQuery } from '@pothos/plugin-prisma';
import { execute, type GraphQLSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';

const scalar = (name: string) => ({
  name,
  kind: 'scalar',
  type: 'String',
  isRequired: true,
  isList: false,
  isId: name === 'id',
  hasDefaultValue: false,
  isUnique: name === 'id',
  isUpdatedAt: false,
});
const relation = (name: string, type: string, own: string[], isList: boolean) => ({
  ...scalar(name),
  kind: 'object',
  type,
  isList,
  relationName: 'AuthorToBook',
  relationFromFields: own,
});
const model = (fields: object[]) => ({ fields, primaryKey: null, uniqueIndexes: [] });
const dmmf = {
  datamodel: {
    models: {
      Author: model([scalar('id'), scalar('name'), relation('books', 'Book', [], true)]),
      Book: model([
        ...[scalar('id'), scalar('title'), scalar('text'), scalar('authorId')],
        relation('author', 'Author', ['authorId'], false),
      ]),
    },
  },
};

type Select = { [name: string]: boolean | { select?: Select } };
type Row = { [name: string]: unknown };

const ada: Row = { id: 'a1', name: 'Ada' };
const book: Row = { id: 'b1', title: 'One', text: 'Once', authorId: 'a1' };
const relations: Record<string, Row | Row[]> = { author: ada, books: [book] };

function pick(row: Row, select: Select): Row {
  return Object.fromEntries(
    Object.entries(select).map(([name, selected]) => {
      const inner = typeof selected === 'object' ? (selected.select ?? {}) : {};
      const related = relations[name];
      if (!related) return [name, row[name]];
      return [
        name,
        Array.isArray(related) ? related.map((each) => pick(each, inner)) : pick(related, inner),
      ];
    }),
  );
}

/** The database, and the selections that it was read with. */
function createClient() {
  const selects: Select[] = [];
  const find = (row: Row) => ({
    async findUnique({ select }: { select: Select }) {
      selects.push(select);
      return pick(row, select);
    },
    async findUniqueOrThrow({ select }: { select: Select }) {
      selects.push(select);
      return pick(row, select);
    },
  });
  return { selects, client: { book: find(book), author: find(ada) } };
}

type Context = { mayRead: boolean };

const { plugin, queryFromInfo } = createLoadedColumns({
  mayRead: () => (_row, context) => (context as Context).mayRead,
});

function createSchema(plugins: string[], query: typeof queryFromInfo) {
  const { client, selects } = createClient();
  // biome-ignore lint/suspicious/noExplicitAny: the types of a generated client
  const builder: any = new SchemaBuilder({
    plugins: [...plugins, PrismaPlugin] as never,
    prisma: { client: client as never, dmmf: dmmf as never },
  } as never);
  builder.prismaObject('Author', {
    select: { id: true },
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields: (t: any) => ({ name: t.exposeString('name'), books: t.relation('books') }),
  });
  const card = builder.prismaObject('Book', {
    variant: 'BookCard',
    select: { id: true },
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields: (t: any) => ({ title: t.exposeString('title'), author: t.relation('author') }),
  });
  builder.prismaObject('Book', {
    select: { id: true },
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields: (t: any) => ({
      id: t.exposeString('id'),
      title: t.exposeString('title'),
      author: t.relation('author'),
      by: t.string({
        select: { author: { select: { name: true } } },
        resolve: ({ author }: { author: Row }) => `by ${author.name}`,
      }),
      card: t.variant(card),
      starts: t.string({
        args: { first: t.arg.int() },
        select: ({ first }: { first?: number }) => (first ? { text: true } : { title: true }),
        resolve: ({ text, title }: { text?: string; title: string }, args: { first?: number }) =>
          args.first ? text?.slice(0, args.first) : title,
      }),
      length: t.int({
        select: { text: true },
        resolve: ({ text }: { text: string }) => text.length,
      }),
    }),
  });
  builder.queryType({
    // biome-ignore lint/suspicious/noExplicitAny: as above
    fields: (t: any) => ({
      book: t.field({
        type: 'Book',
        resolve: (_root: unknown, _args: unknown, context: Context, info: never) =>
          client.book.findUnique(query({ context, info }) as { select: Select }),
      }),
      bare: t.field({ type: 'Book', resolve: () => ({ id: 'b1' }) }),
    }),
  });
  return { schema: builder.toSchema() as GraphQLSchema, selects };
}

const plain = createSchema([], (query) => pothosQuery(query as never) as object);
const direct = createSchema([plugin], queryFromInfo);

async function run({ schema, selects }: typeof plain, text: string, mayRead = true) {
  selects.length = 0;
  const contextValue = { mayRead };
  const document = parse(text);
  await execute({ schema, document, contextValue });
  selects.length = 0;
  const { data, errors } = await execute({ schema, document, contextValue });
  return { data: JSON.parse(JSON.stringify(data)), errors, selects: [...selects] };
}

describe('the results are the same, read by the same statements', () => {
  it.each([
    '{ book { title } }',
    '{ book { id title length __typename } }',
    '{ book { title by } }',
    '{ book { author { name } } }',
    '{ book { a: author { name } b: author { __typename } by } }',
    '{ book { author { name books { title author { name } } } } }',
    '{ book { ...F } } fragment F on Book { title author { ...G } } fragment G on Author { name }',
    '{ book { title } book { author { name } } }',
    '{ book { id card { title author { name } } } }',
    '{ book { starts } }',
    '{ book { starts(first: 2) } }',
    '{ book { a: starts(first: 1) title author { name } } }',
    '{ bare { starts(first: 3) card { title } } }',
    '{ bare { title } }',
    '{ bare { author { name } } }',
    '{ bare { by length } }',
  ])('%s', async (text) => {
    const expected = await run(plain, text);
    expect(expected.errors).toBeUndefined();
    for (const mayRead of [true, false]) {
      const found = await run(direct, text, mayRead);
      expect(found.data).toEqual(expected.data);
      expect(found.errors).toBeUndefined();
      // Pothos may load again what it has not selected itself.
      if (mayRead) expect(found.selects.length).toBeLessThanOrEqual(expected.selects.length);
    }
  });
});

it('selects exactly the columns that are read', async () => {
  const { selects } = await run(direct, '{ book { title by author { name } } }');
  expect(selects).toEqual([
    { id: true, title: true, author: { select: { id: true, name: true } } },
  ]);
});
