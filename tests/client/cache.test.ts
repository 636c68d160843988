import { readFileSync } from 'node:fs';
import { cacheExchange } from '@urql/exchange-graphcache';
import { buildSchema, graphql, isEnumType } from 'graphql';
import { Client, type DocumentInput, fetchExchange, subscriptionExchange } from 'urql';
import { expect, it, vi } from 'vitest';
import { entities } from '#client/generated/entities.ts';
import { createCacheOptions } from '#client/graphql/cache.ts';
import { organizationTypes } from '#client/graphql/selected-types.ts';
import { enumName } from '#shared/enum-name.ts';

const schema = buildSchema(`
  type AccessToken { id: ID! name: String! owner: User! }
  type User { id: ID! link: String! }
  type Connection { nodes: [AccessToken!]! }
  type Payload { accessToken: AccessToken errors: [UserError!]! }
  type UserError { code: String! }
  input Input { id: ID! name: String! }
  type Query { accessTokens: Connection! }
  type Mutation { updateAccessToken(input: Input!): Payload! createAccessToken(input: Input!): Payload! }
`);

let emitLiveEvent: (event: object) => void = () => {
  throw new Error('not subscribed yet');
};

function setUp() {
  const owner = { id: 'usr_1', link: 'a.example' };
  const tokens = [{ id: 'tok_1', name: 'first', owner }];
  const rootValue = {
    accessTokens: () => ({ nodes: tokens }),
    createAccessToken({ input }: { input: { id: string; name: string } }) {
      const accessToken = { ...input, owner };
      tokens.push(accessToken);
      return { accessToken, errors: [] };
    },
    updateAccessToken: () => ({ accessToken: null, errors: [{ code: 'FORBIDDEN' }] }),
  };
  let respond = () => {};
  const client = new Client({
    url: 'http://localhost/graphql',
    preferGetMethod: false,
    fetch: async (_url, init) => {
      const { query, variables } = JSON.parse(String(init?.body));
      if (query.includes('updateAccessToken'))
        await new Promise<void>((resolve) => (respond = resolve));
      const result = await graphql({ schema, source: query, rootValue, variableValues: variables });
      return Response.json(result, { headers: { 'content-type': 'application/json' } });
    },
    exchanges: [
      cacheExchange(createCacheOptions([{ type: 'AccessToken', list: 'accessTokens' }])),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: () => ({
          subscribe(sink) {
            emitLiveEvent = (events) => sink.next({ data: { events } });
            return { unsubscribe() {} };
          },
        }),
      }),
    ],
  });
  const names: string[][] = [];
  client
    .query(
      '{ __typename accessTokens { __typename nodes { __typename id name } } }' as ListQuery,
      {},
    )
    .subscribe(({ data }) => {
      if (data) names.push(data.accessTokens.nodes.map(({ name }) => name));
    });
  return {
    client,
    tokens,
    names,
    respond: () => respond(),
  };
}

type ListQuery = DocumentInput<{ accessTokens: { nodes: { name: string }[] } }, object>;

const mutation = (name: string) =>
  `mutation ($input: Input!) { ${name}(input: $input) { __typename accessToken { __typename id name } errors { __typename code } } }`;

it('shows an update of a record that leads to another one', async () => {
  const { client, names, respond } = setUp();
  await vi.waitFor(() => expect(names).toEqual([['first']]));
  const read = '{ accessTokens { nodes { id name owner { id link } } } }';
  await client.query(read, {}).toPromise();
  const update = client
    .mutation(
      `mutation ($input: Input!) { updateAccessToken(input: $input) {
        accessToken { id name owner { id link } } errors { code } } }`,
      { input: { id: 'tok_1', name: 'renamed' } },
    )
    .toPromise();
  await vi.waitFor(() => expect(names.at(-1)).toEqual(['renamed']));
  const shown = client.readQuery(read, {})?.data;
  expect(shown.accessTokens.nodes[0]).toMatchObject({
    name: 'renamed',
    owner: { link: 'a.example' },
  });
  respond();
  await update;
});

it('shows an update before the server responds, and takes a rejected one back', async () => {
  const { client, names, respond } = setUp();
  await vi.waitFor(() => expect(names).toEqual([['first']]));
  const update = client
    .mutation(mutation('updateAccessToken'), { input: { id: 'tok_1', name: 'renamed' } })
    .toPromise();
  await vi.waitFor(() => expect(names.at(-1)).toEqual(['renamed']));
  respond();
  await update;
  await vi.waitFor(() => expect(names.at(-1)).toEqual(['first']));
});

it('refetches the list after a creation', async () => {
  const { client, names } = setUp();
  await vi.waitFor(() => expect(names).toHaveLength(1));
  await client
    .mutation(mutation('createAccessToken'), { input: { id: 'tok_2', name: 'second' } })
    .toPromise();
  await vi.waitFor(() => expect(names.at(-1)).toEqual(['first', 'second']));
});

it('refetches the list after a deletion by others', async () => {
  const { client, tokens, names } = setUp();
  await vi.waitFor(() => expect(names).toHaveLength(1));
  client
    .subscription('subscription { events { __typename kind type recordId } }', {})
    .subscribe(() => {});
  tokens.shift();
  const event = {
    __typename: 'RecordChange',
    kind: 'DELETED',
    type: 'ACCESS_TOKEN',
    recordId: 'tok_1',
  };
  await vi.waitFor(() => emitLiveEvent(event));
  await vi.waitFor(() => expect(names.at(-1)).toEqual([]));
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
