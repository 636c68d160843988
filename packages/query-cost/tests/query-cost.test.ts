import { createPricing } from '@atrium/query-cost';
import { isRepetitive, measure } from '@atrium/query-cost/document-size';
import { type FieldPrice, priced } from '@atrium/query-cost/price';
import { buildSchema, extendSchema, getIntrospectionQuery, isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { pricing } from './pricing.ts';

const schema = buildSchema(`
  type Query {
    books(first: Int, last: Int, after: String, title: String, orderBy: String): BookConnection!
    byIds(ids: [ID!]!): [Book]!
    book(id: ID!): Book
    cost: Int!
    found: Found
  }
  union Found = Book | Author
  type Mutation { deleteBook(id: ID!): Book }
  type BookConnection { nodes: [Book!]! edges: [BookEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type BookEdge { cursor: String! node: Book! }
  type PageInfo { hasNextPage: Boolean! }
  type Book { id: ID! pages: Int! title: String! text: String! author: Author! readers(first: Int): BookConnection! }
  type Author { id: ID! }
`);

function declare(typeName: string, fieldName: string, price: FieldPrice): void {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`There is no type ${typeName}.`);
  Object.assign(type.getFields()[fieldName]?.extensions ?? {}, priced(price));
}
declare('Query', 'byIds', { statements: 1, entries: { argument: 'ids' } });
declare('Book', 'text', { characters: 3_200 });

const priceOf = createPricing(pricing);

const points = (text: string, variableValues = {}) =>
  priceOf({ schema, document: parse(text), variableValues });

describe('the price', () => {
  it('counts statements, values and the length of texts', () => {
    expect(points('{ book(id: 1) { pages } }')).toBe(100 + 1 + 1);
    expect(points('{ book(id: 1) { title } }')).toBe(100 + 1 + 1 + 64 / 32);
    expect(points('{ book(id: 1) { text } }')).toBe(100 + 1 + 1 + 3_200 / 32);
    expect(points('{ book(id: 1) { author { id } } }')).toBe(2 * 100 + 1 + 1 + 1);
    expect(points('mutation { deleteBook(id: 1) { pages } }')).toBe(1_000 + 1 + 1);
  });

  it('multiplies by the size of the page, given, by variable or usual', () => {
    const page = (size: number) => 100 + size * 2;
    expect(points('{ books { nodes { pages } } }')).toBe(page(20));
    expect(points('{ books(last: 5) { nodes { pages } } }')).toBe(page(5));
    const byVariable = 'query ($n: Int = 7) { books(first: $n) { nodes { pages } } }';
    expect(points(byVariable)).toBe(page(7));
    expect(points(byVariable, { n: 9 })).toBe(page(9));
    expect(points(byVariable, { n: 9_999 })).toBe(page(50));
    expect(points('{ books(first: 5) { edges { node { pages } } } }')).toBe(100 + 5 * 3);
  });

  it('is higher for searches and their counts', () => {
    expect(points('{ books { totalCount } }')).toBe(100 + 100);
    expect(points('{ books(title: "x") { totalCount } }')).toBe(500 + 2_000);
    expect(points('{ books(title: null, orderBy: "title") { totalCount } }')).toBe(100 + 100);
    const searched = 'query ($title: String) { books(title: $title) { totalCount } }';
    expect(points(searched)).toBe(100 + 100);
    expect(points(searched, { title: 'x' })).toBe(500 + 2_000);
  });

  it('multiplies the lists of the entries of a list', () => {
    const readers = 100 + 10 * 2;
    const text = '{ books(first: 3) { nodes { readers(first: 10) { nodes { pages } } } } }';
    expect(points(text)).toBe(100 + 3 * (1 + readers));
  });

  it('counts the records of IDs', () => {
    const text = 'query ($ids: [ID!]!) { byIds(ids: $ids) { pages } }';
    expect(points(text, { ids: ['1', '2'] })).toBe(100 + 2 * 2);
    expect(points(text, { ids: Array(99).fill('1') })).toBe(100 + 30 * 2);
  });

  it('of a field that may return several types is the highest of theirs', () => {
    const found = (...parts: string[]) => points(`{ found { ${parts.join(' ')} } }`);
    const [book, author] = ['... on Book { text pages }', '... on Author { id }'];
    expect(found(author)).toBe(100 + 1 + 1);
    expect(found(author, book)).toBe(found(book));
    expect(found(book)).toBe(100 + 1 + 1 + 3_200 / 32 + 1);
  });

  it('counts a fragment wherever it is spread, in a time that does not double with each', () => {
    const fragments = Array.from(
      { length: 100 },
      (_, i) => `fragment F${i} on Book { ${i < 99 ? `...F${i + 1} ...F${i + 1}` : 'pages'} }`,
    );
    expect(points(`{ book(id: 1) { ...F0 } } ${fragments.join(' ')}`)).toBeGreaterThan(2 ** 98);
  });

  it('of the whole schema is the same for any schema', () => {
    const document = parse(getIntrospectionQuery());
    const types = Array.from({ length: 50 }, (_, i) => `type Extra${i} { id: ID! name: String }`);
    const grown = extendSchema(schema, parse(types.join(' ')));
    const [now, then] = [schema, grown].map((each) => priceOf({ schema: each, document }));
    expect(now).toBeGreaterThan(2_000);
    expect(now).toBeLessThanOrEqual(3_000);
    expect(Math.abs((then ?? 0) - (now ?? 0))).toBeLessThan(150);
  });

  it('is remembered for a document, with what it depends on', () => {
    const document = parse('query ($n: Int) { books(first: $n) { nodes { pages } } }');
    const of = (n: number) => priceOf({ schema, document, variableValues: { n } });
    expect(of(3)).toBe(of(3));
    expect(of(4) - of(3)).toBe(2);
  });
});

describe('the size of a document', () => {
  const sizeOf = (text: string) => {
    const document = parse(text);
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('There is no operation.');
    const measured = measure(document);
    return { ...measured.sizeOf(operation.selectionSet), isCyclic: measured.isCyclic() };
  };

  it('counts fragments where they are spread', () => {
    const text = '{ book(id: 1) { ...F } a: book(id: 2) { ...F } } fragment F on Book { id pages }';
    expect(sizeOf(text)).toMatchObject({ fields: 6, depth: 2, roots: 2, isCyclic: false });
  });

  it('finds fragments that spread each other', () => {
    const text = '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A cost }';
    expect(sizeOf(text).isCyclic).toBe(true);
  });

  it('finds names that are selected too often in one place', () => {
    const document = parse(`{ ${'cost '.repeat(30)} }`);
    const [operation] = document.definitions;
    if (operation?.kind !== 'OperationDefinition') throw new Error('There is no operation.');
    expect(isRepetitive(document, operation.selectionSet, 30)).toBe(false);
    expect(isRepetitive(document, operation.selectionSet, 29)).toBe(true);
  });
});
