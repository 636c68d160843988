/** Cached plans are reused only if they give the same result. */
import { executeDocument } from '@atrium/planned-execution';
import {
  buildSchema,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getIntrospectionQuery,
  type OperationDefinitionNode,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';

const schema = buildSchema('type Query { greeting: String greet(name: String = "you"): String }');
const rootValue = {
  greeting: 'Hello',
  greet: ({ name }: { name: string }) => `Hello, ${name}`,
};

const run = (args: Partial<ExecutionArgs> & { document: DocumentNode }) =>
  executeDocument({ schema, rootValue, ...args }) as ExecutionResult;

describe('introspection', () => {
  it('is executed once for a document', () => {
    const document = parse(getIntrospectionQuery());
    const [first, second] = [run({ document }), run({ document })];
    expect(second).not.toBe(first);
    expect(second.data).toBe(first.data);
  });

  it.each([
    'query ($name: String!) { __type(name: $name) { name } }',
    '{ __schema { queryType { name } } greeting }',
  ])('is executed again where the request matters: %s', (text) => {
    const document = parse(text);
    const [first, second] = ['Query', 'String'].map((name) =>
      run({ document, variableValues: { name } }),
    );
    expect(first?.data).toBeTruthy();
    expect(second?.data).not.toBe(first?.data);
  });
});

describe('two schemas', () => {
  const other = buildSchema('type Query { greeting: Int }');
  it.each(['{ greeting }', '{ __type(name: "Query") { fields { type { name } } } }'])(
    'each answer a document by their own types: %s',
    (text) => {
      const document = parse(text);
      for (const each of [schema, other, schema]) {
        const args = { schema: each, document, rootValue: { greeting: '7' } };
        expect(JSON.stringify(executeDocument(args))).toBe(JSON.stringify(execute(args)));
      }
    },
  );
});

it('documents that share an operation each use their own fragments', () => {
  const operation = parse('{ __schema { ...F } }').definitions[0] as OperationDefinitionNode;
  const [queries, mutations] = ['queryType', 'mutationType'].map((field): DocumentNode => {
    const { definitions } = parse(`fragment F on __Schema { ${field} { name } }`);
    return { kind: 'Document', definitions: [operation, ...definitions] } as DocumentNode;
  }) as [DocumentNode, DocumentNode];
  expect(run({ document: queries }).data).toEqual({ __schema: { queryType: { name: 'Query' } } });
  expect(run({ document: mutations }).data).toEqual({ __schema: { mutationType: null } });
});

it('variables have the values of the request, not of the one that was planned', () => {
  const document = parse('query ($name: String) { greet(name: $name) }');
  for (const name of ['Ada', 'Grace', 'Ada']) {
    expect(run({ document, variableValues: { name } }).data).toEqual({ greet: `Hello, ${name}` });
  }
  expect(run({ document }).data).toEqual({ greet: 'Hello, you' });
});
