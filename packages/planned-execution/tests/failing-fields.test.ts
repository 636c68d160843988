/** Property test: planned execution equals graphql-js on random documents whose fields fail in every way. */
import { executeDocument } from '@atrium/planned-execution';
import fc from 'fast-check';
import { buildSchema, type ExecutionResult, execute, parse } from 'graphql';
import { expect, it } from 'vitest';

const behaviours = [
  'VALUE',
  'LATER',
  'NULL',
  'NULL_LATER',
  'THROW',
  'REJECT',
  'ERROR',
  'WRONG',
  'MIXED',
] as const;
type Behaviour = (typeof behaviours)[number];

const fields = {
  leaf: 'Int',
  strictLeaf: 'Int!',
  object: 'Thing',
  strictObject: 'Thing!',
  list: '[Thing]',
  strictList: '[Thing!]!',
  any: 'Any',
  leaves: '[Int!]',
} as const;
type Field = keyof typeof fields;

const lines = Object.entries(fields)
  .map(([name, type]) => `${name}(how: Behaviour!): ${type}`)
  .join(' ');
const schema = buildSchema(`
  enum Behaviour { ${behaviours.join(' ')} }
  interface Any { ${lines} }
  type Thing implements Any { ${lines} }
  type Other implements Any { ${lines} }
  type Query { ${lines} }
  type Mutation { ${lines} }
`);

const isLeaf = (field: Field) => /leaf|leaves/i.test(field);
const isList = (field: Field) => /list|leaves/i.test(field);

function entryOf(field: Field, i = 0): unknown {
  return isLeaf(field) ? i : thing(i);
}

function thing(i: number): object {
  const resolvers = Object.keys(fields).map((name) => [
    name,
    ({ how }: { how: Behaviour }) => resolve(name as Field, how),
  ]);
  return { __typename: i % 2 ? 'Other' : 'Thing', ...Object.fromEntries(resolvers) };
}

function resolve(field: Field, how: Behaviour): unknown {
  const value = isList(field) ? [0, 2].map((i) => entryOf(field, i)) : entryOf(field);
  const failure = () => new Error(`${field} fails.`);
  switch (how) {
    case 'LATER':
      return Promise.resolve(value);
    case 'NULL':
      return null;
    case 'NULL_LATER':
      return Promise.resolve(undefined);
    case 'THROW':
      throw failure();
    case 'REJECT':
      return Promise.reject(failure());
    case 'ERROR':
      return failure();
    case 'WRONG':
      return field === 'any' ? {} : isLeaf(field) ? 'text' : 7;
    case 'MIXED':
      return isList(field)
        ? new Set([Promise.resolve(entryOf(field)), null, failure(), Promise.reject(failure())])
        : value;
    default:
      return value;
  }
}

type Selected = { field: Field; how: Behaviour; inner: Selected[] };

const selections: (depth?: number) => fc.Arbitrary<Selected[]> = fc.memo((depth) =>
  fc.array(
    fc.record({
      field: fc.constantFrom(...(Object.keys(fields) as Field[])),
      // Mostly values, so that results have some depth.
      how: fc.oneof(
        { arbitrary: fc.constantFrom('VALUE', 'LATER'), weight: 3 },
        { arbitrary: fc.constantFrom(...behaviours), weight: 1 },
      ) as fc.Arbitrary<Behaviour>,
      inner: depth > 1 ? selections(depth - 1) : fc.constant([]),
    }),
    { minLength: 1, maxLength: 4 },
  ),
);

const textOf = (selected: Selected[]): string =>
  selected
    .map(({ field, how, inner }, i) => {
      const nested = inner.length ? `{ __typename ${textOf(inner)} }` : '{ __typename }';
      return `a${i}: ${field}(how: ${how}) ${isLeaf(field) ? '' : nested}`;
    })
    .join(' ');

function plain({ data, errors = [] }: ExecutionResult) {
  const lines = errors.map((error) => JSON.stringify(error));
  return { data: JSON.stringify(data), errors: lines.sort() };
}

it.each(['query', 'mutation'])('a random %s has the same answer', async (operation) => {
  let failed = 0;
  await fc.assert(
    fc.asyncProperty(selections(4), async (selected) => {
      const args = { schema, document: parse(`${operation} { ${textOf(selected)} }`) };
      const expected = plain(await execute({ ...args, rootValue: thing(0) }));
      failed += expected.errors.length;
      for (const _use of ['planning', 'planned']) {
        expect(plain(await executeDocument({ ...args, rootValue: thing(0) }))).toEqual(expected);
      }
    }),
    { numRuns: 200 },
  );
  expect(failed).toBeGreaterThan(100);
});
