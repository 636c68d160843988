/** Conventions that all of schema.graphql follows, so that programs can rely on its shape. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { lastDay } from './api-changes.ts';

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
        !element.deprecationReason || lastDay.test(element.deprecationReason),
        `${at}: the reason of its deprecation ends with “until YYYY-MM-DD.”`,
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

/** Deprecated elements are described, too, and placeholders of texts are filled. */
const checkDescriptions = (type: GraphQLNamedType): Broken =>
  [{ at: type.name, element: type }, ...partsOf(type)].flatMap(({ at, element }) => [
    ...unless(element.description?.trim(), `${at} has no description`),
    ...unless(!element.description?.includes('{{'), `${at}: a placeholder is not filled`),
  ]);

const checkTimes = (type: GraphQLNamedType): Broken =>
  partsOf(type).flatMap(({ at, element }) =>
    unless(
      !isObjectType(type) ||
        !('type' in element) ||
        getNamedType(element.type as GraphQLType).name !== 'DateTime' ||
        at.endsWith(':)') ||
        at.endsWith('At'),
      `${at}: times end with At`,
    ),
  );

/**
 * Fields that can be refused are nullable, so that one refusal never discards other results. Mutations have the shape
 * that `defineMutation` gives them.
 */
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
      const input = args.map((arg) => `${arg.name}: ${arg.type}`).join();
      return [
        ...unless(
          `${type}` === `${typeName}Payload`,
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
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  return [
    ...types.flatMap(checkNames),
    ...types.flatMap(checkDescriptions),
    ...types.flatMap(checkTimes),
    ...checkRootFields(schema),
  ];
}
