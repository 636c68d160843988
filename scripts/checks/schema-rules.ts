/** Conventions that all of schema.graphql follows, so that programs can rely on its shape. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { lastDay, uncovered } from './api-changes.ts';

type Field = GraphQLField<unknown, unknown>;
type Broken = string[];

const unless = (holds: unknown, text: string): Broken => (holds ? [] : [text]);

const pascalCase = /^[A-Z][A-Za-z0-9]*$/;
const camelCase = /^[a-z][A-Za-z0-9]*$/;
const upperCase = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

function partsOf(type: GraphQLNamedType) {
  if (isEnumType(type)) {
    return type.getValues().map((value) => ({ at: `${type.name}.${value.name}`, element: value }));
  }
  if (!('getFields' in type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    { at: `${type.name}.${field.name}`, element: field },
    ...('args' in field ? (field as Field).args : []).map((arg) => ({
      at: `${type.name}.${field.name}(${arg.name}:)`,
      element: arg,
    })),
  ]);
}

function checkNames(type: GraphQLNamedType): Broken {
  const [format, wording] = isEnumType(type) ? [upperCase, 'UPPER_CASE'] : [camelCase, 'camelCase'];
  return [
    ...unless(pascalCase.test(type.name), `${type.name}: types are in PascalCase`),
    ...unless(
      !isInputObjectType(type) || /(Input|Order|Filter)$/.test(type.name),
      `${type.name}: inputs end with Input, Order or Filter`,
    ),
    ...partsOf(type).flatMap(({ at, element }) => [
      ...unless(format.test(element.name), `${at}: ${wording} is expected`),
      ...unless(
        !element.deprecationReason ||
          lastDay.test(element.deprecationReason) ||
          uncovered.test(element.deprecationReason),
        `${at}: the reason of its deprecation ends with “until YYYY-MM-DD.” or “Removed in 1.2.3.”`,
      ),
      ...unless(
        !('type' in element) ||
          !/(^id|^ids|[a-z]Ids?)$/.test(element.name) ||
          getNamedType(element.type as GraphQLType).name === 'ID',
        `${at}: IDs are of type ID`,
      ),
    ]),
  ];
}

const hasShape = (type: GraphQLObjectType, shape: Record<string, string>) =>
  Object.entries(shape).every(([name, wanted]) => `${type.getFields()[name]?.type}` === wanted);

const pagingArguments = { first: 'Int', after: 'String', last: 'Int', before: 'String' };

function checkRelay(type: GraphQLObjectType): Broken {
  const { name } = type;
  const node = name.replace(/(Connection|Edge)$/, '');
  const connection = {
    edges: `[${node}Edge!]!`,
    nodes: `[${node}!]!`,
    pageInfo: 'PageInfo!',
    totalCount: 'Int!',
  };
  const fields = Object.values(type.getFields());
  const returnsPage = (field: Field) => getNamedType(field.type).name.endsWith('Connection');
  const hasPaging = ({ args }: Field) =>
    Object.entries(pagingArguments).every(([arg, wanted]) =>
      args.some((each) => each.name === arg && `${each.type}` === wanted),
    );
  return [
    ...unless(
      !name.endsWith('Connection') || hasShape(type, connection),
      `${name}: a connection has edges, nodes, pageInfo and totalCount`,
    ),
    ...unless(
      !name.endsWith('Edge') || hasShape(type, { node: `${node}!`, cursor: 'String!' }),
      `${name}: an edge has node and cursor`,
    ),
    ...unless(
      !type.getFields().id || type.getInterfaces().some((each) => each.name === 'Node'),
      `${name}: a type with an id implements Node`,
    ),
    ...unless(!type.getFields().id || hasShape(type, { id: 'ID!' }), `${name}.id: the type is ID!`),
    ...fields
      .filter(returnsPage)
      .flatMap((field) =>
        unless(hasPaging(field), `${name}.${field.name}: a list takes first, after, last, before`),
      ),
    ...fields.flatMap((field) =>
      unless(
        getNamedType(field.type).name !== 'DateTime' || field.name.endsWith('At'),
        `${name}.${field.name}: times end with At`,
      ),
    ),
  ];
}

/** Fields that can be refused are nullable, so that one refusal never discards other results. */
function checkRootFields(schema: GraphQLSchema): Broken {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  return [
    ...queries.flatMap(({ name, type, description }) =>
      unless(
        !isNonNullType(type) || description?.includes('Requires no authentication'),
        `Query.${name}: a field that can be refused is nullable`,
      ),
    ),
    ...mutations.flatMap(({ name, type, args }) => {
      const typeName = name.charAt(0).toUpperCase() + name.slice(1);
      const payload = schema.getType(`${typeName}Payload`);
      const input = args.map((arg) => `${arg.name}: ${arg.type}`).join();
      return [
        ...unless(
          `${type}` === `${typeName}Payload` &&
            isObjectType(payload) &&
            hasShape(payload, { errors: '[UserError!]!' }),
          `Mutation.${name}: it returns a nullable ${typeName}Payload with errors`,
        ),
        ...unless(
          input === '' || input === `input: ${typeName}Input!`,
          `Mutation.${name}: it takes one input: ${typeName}Input!`,
        ),
      ];
    }),
  ];
}

export function brokenRules(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
  return [
    ...types.flatMap(checkNames),
    ...types.filter(isObjectType).flatMap(checkRelay),
    ...checkRootFields(schema),
  ];
}
