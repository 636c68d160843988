import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { expect, it } from 'vitest';
import { createOrganization, createRepository, createTeam } from '#tests/support/factories.ts';
import { schema } from '#tests/support/schema.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '100000' });
const { database } = server;
const admin = await server.as('admin');
const { id: organizationId } = await createOrganization(database, { ownerId: admin.id });
const { id: memberId } = await database.member.findFirstOrThrow({ where: { organizationId } });
const { id: sessionId } = await database.session.findFirstOrThrow({ where: { userId: admin.id } });
const ids: Record<string, string> = {
  User: admin.id,
  Organization: organizationId,
  Member: memberId,
  Team: (await createTeam(database, organizationId)).id,
  Repository: (await createRepository(database, { organizationId })).id,
  Session: sessionId,
};

const odd = ['\u0000', 'usr_\u0000', '\ud800', 'x\udc00', 'x'.repeat(10_000), `${admin.id}\u0000`];

type Place = { what: string; document: string; variables: (id: string) => object };

const isId = (type: GraphQLInputType) => getNamedType(type).name === 'ID';
const asSent = (type: GraphQLInputType, value: unknown) =>
  isListType(getNullableType(type)) ? [value] : value;

function sample(type: GraphQLInputType): unknown {
  const named = getNamedType(type) as GraphQLNamedType;
  if (isEnumType(named)) return asSent(type, named.getValues()[0]?.name);
  const plain: Record<string, unknown> = { Int: 1, Boolean: true, ID: admin.id };
  return isInputObjectType(named)
    ? asSent(type, samplesOf(Object.values(named.getFields())))
    : asSent(type, plain[named.name] ?? 'some text');
}

type Input = { name: string; type: GraphQLInputType; defaultValue?: unknown };
const samplesOf = (inputs: readonly Input[]) =>
  Object.fromEntries(
    inputs.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => [name, sample(type)]),
  );

function waysTo(inputs: readonly Input[]): { path: string; fill: (id: string) => object }[] {
  return inputs.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    if (isId(type)) {
      return [
        { path: name, fill: (id: string) => ({ ...samplesOf(inputs), [name]: asSent(type, id) }) },
      ];
    }
    if (!isInputObjectType(named)) return [];
    return waysTo(Object.values(named.getFields())).map(({ path, fill }) => ({
      path: `${name}.${path}`,
      fill: (id: string) => ({ ...samplesOf(inputs), [name]: asSent(type, fill(id)) }),
    }));
  });
}

const selectionOf = ({ type }: GraphQLField<unknown, unknown>) =>
  isObjectType(getNamedType(type)) ||
  'getTypes' in getNamedType(type) ||
  !('serialize' in getNamedType(type))
    ? '{ __typename }'
    : '';

function placesOf(typeName: string, field: GraphQLField<unknown, unknown>): Place[] {
  const args = field.args as readonly GraphQLArgument[];
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const call = `${field.name}(${passed}) ${selectionOf(field)}`;
  const roots: Record<string, string> = {
    Query: `query (${declared}) { ${call} }`,
    Mutation: `mutation (${declared}) { ${call} }`,
    Viewer: `query (${declared}) { viewer { ${call} } }`,
  };
  const id = ids[typeName];
  const document =
    roots[typeName] ??
    (id && `query (${declared}) { node(id: "${id}") { ... on ${typeName} { ${call} } } }`);
  return waysTo(args).map(({ path, fill }) => {
    if (!document) throw new Error(`Add a record of ${typeName} to this test.`);
    return { what: `${typeName}.${field.name}(${path}:)`, document, variables: fill };
  });
}

const places = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && !type.name.startsWith('__')
    ? Object.values(type.getFields()).flatMap((field) => placesOf(type.name, field))
    : [],
);

it('the walk knows the places that were forgotten before', () => {
  const found = places.map(({ what }) => what);
  expect(found).toContain('Organization.accessTokens(userId:)');
  expect(found).toContain('Query.repositories(filter.ids:)');
  expect(found).toContain('Mutation.banUsers(input.ids:)');
});

it.each(places)('$what', async ({ document, variables }) => {
  for (const id of odd) {
    const { status, errors } = await admin.send(document, variables(id));
    const codes = errors.map(({ extensions }) => extensions.code);
    expect([id.slice(0, 40), status, codes.filter((code) => code !== 'BAD_REQUEST')]).toEqual([
      ...[id.slice(0, 40), errors.length > 0 && status === 400 ? 400 : 200, []],
    ]);
  }
});
