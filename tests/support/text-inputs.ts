/** Every place of the API that takes a text or an ID: arguments of any field, and fields of inputs, however deep. */
import {
  type GraphQLField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { creatableEntities } from './entities.ts';
import { createOrganization, createRecord, createTeam } from './factories.ts';
import { schema } from './schema.ts';
import type { TestServer, TestUser } from './server.ts';

export type TextInput = { what: string; document: string; variables(text: string): object };

type Input = { name: string; type: GraphQLInputType };

const asSent = (type: GraphQLInputType, value: unknown) =>
  isListType(getNullableType(type)) ? [value] : value;

const isRequired = ({ type }: Input) => isNonNullType(type);

function sample(type: GraphQLInputType, id: string, isGiven: typeof isRequired): unknown {
  const named = getNamedType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name;
  if (isInputObjectType(named)) return samplesOf(Object.values(named.getFields()), id, isGiven);
  const times = { Date: '2031-01-31', DateTime: '2031-01-31T08:15:00.000Z' };
  return { ID: id, Int: 1, Boolean: true, ...times }[named.name] ?? 'a.example';
}

/** Values of inputs, of the required ones by default. */
export const samplesOf = (inputs: readonly Input[], id: string, isGiven = isRequired): object =>
  Object.fromEntries(
    inputs.filter(isGiven).map(({ name, type }) => [name, asSent(type, sample(type, id, isGiven))]),
  );

type Way = { path: string; fill: (text: string) => object };

function waysTo(inputs: readonly Input[], id: string): Way[] {
  return inputs.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    const inside = (value: unknown) => ({ ...samplesOf(inputs, id), [name]: asSent(type, value) });
    if (['String', 'ID'].includes(named.name)) return [{ path: name, fill: inside }];
    if (!isInputObjectType(named)) return [];
    return waysTo(Object.values(named.getFields()), id).map(({ path, fill }) => ({
      path: `${name}.${path}`,
      fill: (text: string) => inside(fill(text)),
    }));
  });
}

function documentOf(typeName: string, field: GraphQLField<unknown, unknown>, id: string): string {
  const declared = field.args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = field.args.map(({ name }) => `${name}: $${name}`).join(', ');
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const call = `${field.name}(${passed}) ${selection}`;
  if (typeName === 'Mutation') return `mutation (${declared}) { ${call} }`;
  if (typeName === 'Query') return `query (${declared}) { ${call} }`;
  if (typeName === 'Viewer') return `query (${declared}) { viewer { ${call} } }`;
  return `query (${declared}) { node(id: "${id}") { ... on ${typeName} { ${call} } } }`;
}

/** Throws if a type whose fields take one has no record here. */
export async function findTextInputs(server: TestServer, admin: TestUser): Promise<TextInput[]> {
  const { database } = server;
  const { id: organizationId } = await createOrganization(database, { ownerId: admin.id });
  const member = await database.member.findFirstOrThrow({ where: { organizationId } });
  const session = await database.session.findFirstOrThrow({ where: { userId: admin.id } });
  const records = creatableEntities.map(
    async (entity) => [entity.type, await createRecord(database, entity)] as const,
  );
  const ids: Record<string, string | undefined> = {
    ...{ Query: '-', Mutation: '-', Viewer: '-' },
    ...Object.fromEntries(await Promise.all(records)),
    User: admin.id,
    Organization: organizationId,
    Member: member.id,
    Team: (await createTeam(database, organizationId)).id,
    Session: session.id,
  };
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type) || type.name.startsWith('__')) return [];
    return Object.values(type.getFields()).flatMap((field) =>
      waysTo(field.args, admin.id).map(({ path, fill }) => {
        const id = ids[type.name];
        if (!id) throw new Error(`Add a record of ${type.name} to tests/support/text-inputs.ts.`);
        const what = `${type.name}.${field.name}(${path}:)`;
        return { what, document: documentOf(type.name, field, id), variables: fill };
      }),
    );
  });
}
