import { globSync, readFileSync } from 'node:fs';
import {
  concatAST,
  extendSchema,
  type GraphQLSchema,
  type GraphQLType,
  getIntrospectionQuery,
  getVariableValues,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type NamedTypeNode,
  parse,
  typeFromAST,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { times } from '#lab/support/documents.ts';
import { newId } from '#server/database/ids.ts';
import { maxCostPerEvent } from '#server/graphql/limits/limits.ts';
import { priceOf } from '#server/graphql/limits/price.ts';
import { maxCost } from '#server/settings/sign-in.ts';
import { limits } from '#shared/limits.ts';
import { cpuTime } from '#tests/support/cpu-time.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const admin = await server.as('admin');
const anonymous = await server.as('anonymous');
/** Each fragment spreads the next one twice: `levels` fragments expand to 2 ** levels fields. */
const doubling = (operation: string, type: string, leaf: string, levels: number) =>
  `${operation} { ...F0 } ${times(
    levels,
    (i) => `fragment F${i} on ${type} { ${i < levels - 1 ? `...F${i + 1} ...F${i + 1}` : leaf} }`,
  )}`;

const rename = 'updateViewer(input: { name: "x" }) { errors { code } }';

const maxMs = 20;

/** The answer, with the least CPU time of several runs. */
async function refusal(person: TestUser, document: string, variables = {}) {
  let answer = await person.send(document, variables);
  let milliseconds = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 20 && milliseconds >= maxMs; run += 1) {
    const start = cpuTime();
    answer = await person.send(document, variables);
    milliseconds = Math.min(milliseconds, cpuTime() - start);
  }
  return { ...answer, milliseconds };
}

async function expectRefused(code: string, document: string, variables?: object) {
  const refused = await refusal(anonymous, document, variables);
  const codes = new Set(refused.errors.map(({ extensions }) => extensions.code));
  expect(refused.data).toBeNull();
  expect([...codes]).toEqual([code]);
  expect(refused.statements).toBe(0);
  expect(refused.milliseconds).toBeLessThan(maxMs);
  expect((await admin.send(document, variables)).statements).toBe(1);
}

describe('a small document that costs much is refused in under 20 ms, before any SQL', () => {
  it.each<[string, string, object?]>([
    ['190 doubling fragments of mutations', doubling('mutation', 'Mutation', rename, 190)],
    ['190 doubling fragments of queries', doubling('query', 'Query', 'setup { appName }', 190)],
    [
      '190 doubling fragments that end in an unknown one',
      doubling('query', 'Query', '...Unknown', 190),
    ],
    ['160 × the same field', `{ ${times(160, () => 'repositories { nodes { id } }')} }`],
    [
      'a name for 450 different fields',
      `{ setup { ${times(450, (i) => `a: ${i % 2 ? 'appName' : 'version'}`)} } }`,
    ],
    [
      '120 fields of one name with other arguments',
      `{ ${times(120, (i) => `a: repositories(first: ${i}) { totalCount }`)} }`,
    ],
    [
      'nested fields that double',
      `{ ...R } fragment R on Query { repositories { nodes { ...F0 } } } ${times(40, (i) => `fragment F${i} on Repository { ...F${i + 1} ...F${i + 1} }`)} fragment F40 on Repository { id }`,
    ],
    [
      'a depth of 40',
      `{ viewer { user { ${'sessions(first: 1) { nodes { impersonator { '.repeat(13)} id ${' } } }'.repeat(13)} } } }`,
    ],
    [
      '60 × __schema',
      `{ ${times(60, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
    ],
    [
      '80 × the fields of each type',
      `{ __schema { types { ${times(80, (i) => `a${i}: fields { name description type { name } }`)} } } }`,
    ],
    [
      '100 aliased search counts',
      `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "abc${i}") { totalCount }`)} }`,
    ],
    [
      '100 aliased filtered counts',
      `{ ${times(100, (i) => `a${i}: repositories(filter: { createdAt: { from: "2026-01-01T00:00:0${i % 10}Z" } }) { totalCount }`)} }`,
    ],
    [
      '100 aliased search counts up to a limit',
      `{ ${times(100, (i) => `a${i}: repositories(searchTerm: "abc${i}") { totalCountUpTo { count } }`)} }`,
    ],
    [
      '90 counts for each of 100 people',
      `{ users(first: 100) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`,
    ],
    [
      'the same by a variable',
      `query ($n: Int) { users(first: $n) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`,
      { n: 100 },
    ],
    [
      'the same by the default of a variable',
      `query ($n: Int = 100) { users(last: $n) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`,
    ],
    [
      'the same in a fragment',
      `{ users(first: 100) { ...P } } fragment P on UserConnection { edges { node { ...N } } } fragment N on User { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} }`,
    ],
    [
      '190 long texts of each of 100 repositories',
      `{ repositories(first: 100) { nodes { ${times(190, (i) => `a${i}: description`)} } } }`,
    ],
    [
      'lists in lists',
      '{ users(first: 100) { nodes { sessions(first: 100) { nodes { id browser } } auditEvents(first: 100) { nodes { id } } } } }',
    ],
    [
      '100 ids with 5 lists each',
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { ${times(5, (i) => `a${i}: sessions { totalCount }`)} } } }`,
      { ids: Array.from({ length: 100 }, () => newId('User')) },
    ],
    [
      '280 × a time that takes a statement',
      `{ viewer { ${times(280, (i) => `a${i}: passkeyDueAt`)} } }`,
    ],
    [
      '280 × whether an organization may be deleted',
      `query ($id: ID!) { organization(id: $id) { ${times(280, (i) => `a${i}: viewerCanDelete`)} } }`,
      { id: newId('Organization') },
    ],
    ['60 × statistics', `{ ${times(60, (i) => `a${i}: statistics { usersByStatus { count } }`)} }`],
  ])('%s', (_what, document, variables) => expectRefused('QUERY_TOO_COMPLEX', document, variables));

  it.each([
    [
      'fragments that spread one another',
      '{ ...A } fragment A on Query { ...B ...B } fragment B on Query { ...A ...A setup { appName } }',
    ],
    ['500 directives', `{ setup { appName ${times(500, () => '@include(if: true)')} } }`],
    ['200 directives', `{ setup { appName ${times(200, () => '@skip(if: false)')} } }`],
    ['5,000 × the same field', `{ setup { ${times(5_000, () => 'appName')} } }`],
    ['90,000 brackets', '{'.repeat(90_000)],
    ['89,000 brackets in a comment', `{ setup { appName } } # ${'{'.repeat(89_000)} \n {`],
  ])('%s', (_what, document) => expectRefused('BAD_REQUEST', document));

  it('also the second operation of a document, by its name', async () => {
    const query = `query Cheap { setup { appName } } query Costly { users(first: 100) { nodes { ${times(90, (i) => `a${i}: auditEvents(first: 1) { totalCount }`)} } } }`;
    const response = await server.request('/api/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query, operationName: 'Costly' }),
    });
    const { errors } = await response.json();
    expect(errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
  });

  it('counts a list once, however often its counts are selected', async () => {
    for (let i = 0; i < 2; i += 1) {
      await createRepository(server.database, { name: unique('counted') });
    }
    const counts = times(
      100,
      (i) => `a${i}: totalCount b${i}: totalCountUpTo(limit: ${i + 1}) { count isExact }`,
    );
    const { data, errors, statements } = await admin.send(
      `{ repositories(first: 1, searchTerm: "counted") { ${counts} } }`,
    );
    expect(errors).toEqual([]);
    expect(data.repositories.b0).toEqual({ count: 1, isExact: false });
    expect(data.repositories.a99).toBe(2);
    // The session, the page and two counts.
    expect(statements).toBeLessThanOrEqual(4);
  });

  it('says what the document costs and what it may', async () => {
    const { errors } = await admin.send(
      `{ repositories(first: 100) { nodes { ${times(20, (i) => `a${i}: description`)} } } }`,
    );
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(/^The document costs [\d,]+ points, the limit is 50,000\./);
    expect(errors[0]?.extensions).toMatchObject({ cost: expect.any(Number), maxCost: 50_000 });
  });

  it('refuses an events stream whose every event is costly', async () => {
    const answer = await admin.send(
      `subscription { events { ... on ViewerChange { viewer { user { ${times(60, (i) => `a${i}: name`)} } } } } }`,
    );
    expect(answer.errors[0]?.extensions.code).toBe('QUERY_TOO_COMPLEX');
  });
});

it('introspection costs the same for a schema that has grown, and less for a part of it', () => {
  const more = times(
    500,
    (i) => `type Extra${i} { id: ID! name(a: Int, b: String): String other: [Extra${i}!]! } `,
  );
  const grown = extendSchema(schema, parse(more));
  const price = (each: GraphQLSchema) =>
    priceOf({ schema: each, document: parse(getIntrospectionQuery()) });
  const now = price(schema);
  expect(now).toBeLessThan(maxCost / 2);
  expect(Math.abs(price(grown) - now)).toBeLessThan(now / 20);
  const part = parse('{ __type(name: "User") { fields { name } } }');
  expect(priceOf({ schema, document: part })).toBeLessThan(now / 100);
});

const ours = concatAST(
  globSync('client/**/*.graphql').map((path) => parse(readFileSync(path, 'utf8'))),
);
const operations = ours.definitions.flatMap((definition) =>
  definition.kind === 'OperationDefinition' ? [definition] : [],
);

/** A value of an input type: the largest page, the longest list, and every filter. */
function sampleOf(type: GraphQLType | undefined): unknown {
  if (isNonNullType(type)) return sampleOf(type.ofType);
  if (isListType(type)) return Array.from({ length: limits.nodesMax }, () => sampleOf(type.ofType));
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type)]));
  }
  const samples: Record<string, unknown> = {
    Int: limits.pageSizeMax,
    Boolean: true,
    DateTime: '2026-01-31T00:00:00Z',
    Date: '2026-01-31',
  };
  return samples[String(type)] ?? 'id';
}

it.each(operations.map(({ name, operation }) => [name?.value, operation]))(
  'the operation %s of our own client costs less than half of what it may',
  (name, kind) => {
    const operation = operations.find((each) => each.name?.value === name);
    const definitions = operation?.variableDefinitions ?? [];
    const variables = Object.fromEntries(
      definitions.map((each) => [
        each.variable.name.value,
        sampleOf(typeFromAST(schema, each.type as NamedTypeNode)),
      ]),
    );
    const cost = priceOf({
      schema,
      document: ours,
      variableValues: variables,
      operationName: name,
    });
    expect(getVariableValues(schema, definitions, variables).errors).toBeUndefined();
    expect(cost).toBeGreaterThan(5);
    expect(cost).toBeLessThan((kind === 'subscription' ? maxCostPerEvent : maxCost) / 2);
  },
);
