import { createPricing } from '@atrium/query-cost';
import { actualPoints } from '@atrium/query-cost/actual-cost';
import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { pricing } from './pricing.ts';

const schema = buildSchema(`
  type Query { found(id: ID!): Found }
  union Found = Book | Shelf
  type Book { id: ID! text: String! readers(first: Int): BookConnection! }
  type Shelf { id: ID! rows: Rows! books(first: Int): BookConnection! }
  type BookConnection { nodes: [Book!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! }
  type Rows { nodes: [Row!]! }
  type Row { id: ID! }
`);
const text = 64 / 32;
const priceOf = createPricing(pricing);
const rows = 'fragment Rows on Shelf { a: rows { nodes { id } } }';
const price = (...parts: string[]) =>
  priceOf({ schema, document: parse(`{ found(id: 1) { ${parts.join(' ')} } } ${rows}`) });

describe('a field that may return several types', () => {
  const dear = '... on Book { a: readers(first: 50) { nodes { id text t: text u: text } } }';

  it.each([
    [
      'lists have the same key',
      '... on Shelf { a: books(first: 1) { nodes { readers(first: 50) { nodes { id } } } } }',
      { a: { nodes: [{ readers: { nodes: Array.from({ length: 50 }, () => ({ id: '1' })) } }] } },
    ],
    ['an object without pages has the same keys', '...Rows', { a: { nodes: [{ id: '1' }] } }],
  ])('is charged at least what the returned type costs, if %s', (_what, returned, answer) => {
    const actual = actualPoints(price(dear, returned), { found: answer });
    expect(actual).toBeGreaterThanOrEqual(price(returned).points);
  });

  it('is charged for the entries that were returned, if each type has keys of its own', () => {
    const priced = price(dear, '... on Shelf { books { nodes { id } } }');
    const answer = { a: { nodes: [{ id: '1', text: '', t: '', u: '' }] } };
    const entry = 1 + 1 + 3 * (1 + text);
    expect(actualPoints(priced, { found: answer })).toBe(100 + 1 + 100 + entry);
  });
});
