import { readdirSync, readFileSync } from 'node:fs';
import { executeDocument } from '@atrium/planned-execution';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getIntrospectionQuery,
  Kind,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { runInRequest } from '#server/log/request-context.ts';
import { createRepository } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import type { TestUser } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database, settings, log } = server;
const [admin, reader, anonymous] = [
  await server.as('admin'),
  await server.as('user'),
  await server.as('anonymous'),
];
const repositories: { id: string }[] = [];
for (let i = 0; i < 5; i += 1) repositories.push(await createRepository(database));
const [repository] = repositories as [{ id: string }, ...{ id: string }[]];

/** The parts of the context that queries and rejected mutations use. */
async function contextOf({ id }: TestUser) {
  const row = id ? await database.session.findFirst({ where: { userId: id } }) : null;
  const user = id ? await database.user.findUnique({ where: { id } }) : null;
  const viewer = row && user ? { session: row, user } : null;
  const t = (key: string) => key;
  return { database, settings, log, viewer, language: 'en', t };
}

/** What PostgreSQL changes by itself from one execution to the next. */
const changing = new Set(['connections', 'sizeBytes']);
const withoutChanging = (key: string, value: unknown) => (changing.has(key) ? undefined : value);

const plain = ({ data, errors }: ExecutionResult) => ({
  data: JSON.stringify(data, withoutChanging),
  errors: errors?.map(({ message, path, locations, extensions, nodes }) => ({
    message,
    path,
    locations,
    extensions,
    nodes: nodes?.length,
  })),
});

async function bothWays(user: TestUser, args: Omit<ExecutionArgs, 'schema'>) {
  const run = (by: (args: ExecutionArgs) => unknown) =>
    runInRequest('request', async (request) => {
      const result = await by({ schema, contextValue: await contextOf(user), ...args });
      return { ...plain(result as ExecutionResult), statements: request.database.statements };
    });
  return {
    expected: await run(execute),
    first: await run(executeDocument),
    again: await run(executeDocument),
  };
}

async function expectSame(user: TestUser, args: Omit<ExecutionArgs, 'schema'>) {
  const { expected, first, again } = await bothWays(user, args);
  expect(first).toEqual(expected);
  expect(again).toEqual(expected);
  return expected;
}

const files = readdirSync('client', { recursive: true }) as string[];
const clientDocument = parse(
  files
    .filter((file) => file.endsWith('.graphql'))
    .map((file) => readFileSync(`client/${file}`, 'utf8'))
    .join('\n'),
);
const operations = clientDocument.definitions.filter(
  (definition) => definition.kind === Kind.OPERATION_DEFINITION,
);

const values = (user: TestUser): Record<string, unknown> => ({
  id: user.id || admin.id,
  ids: [repository.id, admin.id, 'repo_unknown', reader.id],
  first: 3,
  sessions: 2,
  events: 2,
  entries: 2,
  days: 7,
  searchTerm: '',
  withTotal: true,
  repositories: true,
  users: false,
  input: { id: 'malformed' },
});

describe('a document of the client', () => {
  const cases = operations
    .filter(({ operation }) => operation !== 'subscription')
    .flatMap(({ name }) =>
      Object.entries({ admin, reader, anonymous }).map(
        ([role, user]) => [name?.value ?? '', role, user] as const,
      ),
    );

  it.each(cases)('%s has the same answer for %s', async (operationName, _role, user) => {
    const variableValues = values(user);
    if (/ToUpdate|^Repository$/.test(operationName)) variableValues.id = repository.id;
    if (operationName.startsWith('User')) variableValues.id = admin.id;
    await expectSame(user, { document: clientDocument, operationName, variableValues });
    const other = { ...variableValues, withTotal: false, users: true, repositories: false };
    await expectSame(user, { document: clientDocument, operationName, variableValues: other });
  });
});

const repeated = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => text(i)).join(' ');

const hostile: [string, string, Record<string, unknown>?][] = [
  ['introspection', getIntrospectionQuery({ inputValueDeprecation: true })],
  ['a key of the prototype', '{ __proto__: setup { constructor: appName __proto__: appName } }'],
  ['400 aliases', `{ setup { ${repeated(400, (i) => `a${i}: appName`)} } }`],
  [
    'aliases that look like paths',
    '{ a_b: viewer { user { id } } a: viewer { b: user { email } } }',
  ],
  [
    'fields merged from fragments of interfaces',
    `query ($id: ID!) { node(id: $id) { __typename ...N ... on Repository { name } ... on User { email } ...N } }
     fragment N on Node { id ... on Repository { link id } ... on User { sessions(first: 1) { nodes { id } } } }`,
    { id: repository.id },
  ],
  [
    'records that are missing',
    '{ node(id: "x") { id } nodes(ids: ["x", "y"]) { id } repository(id: "x") { id } }',
  ],
  ['a page that is too large', '{ repositories(first: 1000) { nodes { id } } }'],
  ['an invalid cursor', '{ repositories(after: "%") { nodes { id } } setup { appName } }'],
  ['a variable that is missing', 'query ($id: ID!) { repository(id: $id) { id } }'],
  [
    'a variable of another type',
    'query ($n: Int) { repositories(first: $n) { totalCount } }',
    { n: 'x' },
  ],
  [
    'default values',
    'query ($n: Int = 2, $f: UserOrderField! = NAME) { users(first: $n, orderBy: { field: $f, direction: ASC }) { nodes { role status language } } }',
  ],
  [
    'conditions',
    'query ($a: Boolean!, $b: Boolean = true) { setup @include(if: $a) { appName @skip(if: $a) mode: appName @include(if: $b) } ... @skip(if: $b) { viewer { user { id } } } }',
    { a: true },
  ],
  [
    'mutations that are refused',
    'mutation { a: deleteUsers(input: { ids: ["x"] }) { errors { code field message } } b: deleteRepositories(input: { ids: ["y"] }) { errors { code } } }',
  ],
];

describe('a hostile document', () => {
  const users = Object.entries({ admin, reader, anonymous });
  const cases = hostile.flatMap(([what, text, variables]) =>
    users.map(([role, user]) => [what, role, user, text, variables] as const),
  );
  it.each(cases)(
    'with %s has the same answer for %s',
    async (_what, _role, user, text, variableValues) => {
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      await expectSame(user, { document, ...(variableValues ? { variableValues } : {}) });
    },
  );

  it('of an unknown operation, or of several, has the same answer', async () => {
    const document = parse('query A { setup { appName } } query B { setup { appName } }');
    await expectSame(admin, { document });
    await expectSame(admin, { document, operationName: 'C' });
    await expectSame(admin, { document, operationName: 'B' });
  });

  it('with more conditions than plans are kept for is answered right each time', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const fields = names.map((name) => `${name}: appName @include(if: $${name})`).join(' ');
    const variables = names.map((name) => `$${name}: Boolean!`).join(', ');
    const document: DocumentNode = parse(`query (${variables}) { setup { x: appName ${fields} } }`);
    for (let bits = 0; bits < 32; bits += 1) {
      const variableValues = Object.fromEntries(
        names.map((name, i) => [name, Boolean(bits & (1 << i))]),
      );
      await expectSame(anonymous, { document, variableValues });
    }
  });
});
