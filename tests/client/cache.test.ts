import { readFileSync } from 'node:fs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { buildSchema, graphql, isEnumType } from 'graphql';
import { Client, type DocumentInput, fetchExchange } from 'urql';
import { expect, it } from 'vitest';
import { entities } from '#client/generated/entities.ts';
import { createCacheOptions } from '#client/graphql/cache.ts';
import { organizationTypes } from '#client/graphql/selected-types.ts';
import { enumName } from '#shared/enum-name.ts';

const schema = buildSchema(`
  type Repository { id: ID! name: String! user: User! }
  type User { id: ID! link: String! }
  type Connection { nodes: [Repository!]! }
  type Payload { repository: Repository errors: [UserError!]! }
  type UserError { code: String! }
  input Input { id: ID! name: String! }
  type Query { repositories: Connection! }
  type Mutation { createRepository(input: Input!): Payload! }
`);

function setUp() {
  const user = { id: 'usr_1', link: 'a.example' };
  const stored = [{ id: 'repo_1', name: 'first', user }];
  const rootValue = {
    repositories: () => ({ nodes: stored }),
    createRepository({ input }: { input: { id: string; name: string } }) {
      const repository = { ...input, user };
      stored.push(repository);
      return { repository, errors: [] };
    },
  };
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    fetch: async (_url, init) => {
      const { query, variables } = JSON.parse(String(init?.body));
      const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
      return Response.json(result, { headers: { 'content-type': 'application/json' } });
    },
    exchanges: [
      cacheExchange(createCacheOptions([{ type: 'Repository', list: 'repositories' }])),
      fetchExchange,
    ],
  });
  const names: string[][] = [];
  client
    .query(
      '{ __typename repositories { __typename nodes { __typename id name } } }' as ListQuery,
      {},
    )
    .subscribe(({ data }) => {
      if (data) names.push(data.repositories.nodes.map(({ name }) => name));
    });
  return { client, names };
}

type ListQuery = DocumentInput<{ repositories: { nodes: { name: string }[] } }, object>;

const mutation = (name: string) =>
  `mutation ($input: Input!) { ${name}(input: $input) { __typename repository { __typename id name } errors { __typename code } } }`;

it('refetches the list after a creation', async () => {
  const { client, names } = setUp();
  await expect.poll(() => names).toHaveLength(1);
  await client
    .mutation(mutation('createRepository'), { input: { id: 'repo_2', name: 'second' } })
    .toPromise();
  await expect.poll(() => names.at(-1)).toEqual(['first', 'second']);
});

const api = buildSchema(readFileSync('schema.graphql', 'utf8'));

it('knows every type that live events report', () => {
  const liveEventTypes = api.getType('RecordType');
  const reported = isEnumType(liveEventTypes)
    ? liveEventTypes.getValues().map(({ name }) => name)
    : [];
  const known = [...entities.map(({ type }) => type), ...organizationTypes].map(enumName);
  expect(known.sort()).toEqual(reported.sort());
});

it('knows every list and fragment of an entity', () => {
  const documents = readFileSync('client/generated/entities.graphql', 'utf8');
  for (const { type, list } of entities) {
    expect(api.getQueryType()?.getFields(), type).toHaveProperty(list);
    expect(documents, type).toContain(`... on ${type} {`);
    expect(documents, type).toContain(`... on Query @include(if: $${list}) {`);
  }
});
