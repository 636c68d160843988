import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';

/** Graphcache recognizes the first three by their suffix; payloads are never stored. */
const helper = /(Connection|Edge|PageInfo|Payload)$/;

/** The type of a field's records: for a connection, the type of its nodes. */
function recordType(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  const nodes = isObjectType(named) ? named.getFields().nodes : undefined;
  return getNamedType(nodes?.type ?? named).name;
}

/** For each type with a connection, the fields that return its records. */
function fieldsByType(schema: GraphQLSchema, types: readonly GraphQLObjectType[]): string {
  const fields = types.flatMap((type) => Object.values(type.getFields()));
  const byType = types
    .map(({ name }) => name)
    .filter((name) => `${name}Connection` in schema.getTypeMap())
    .sort()
    .map((name) => {
      const own = fields.filter(({ type }) => recordType(type) === name).map((field) => field.name);
      return [name, [...new Set(own)].sort()];
    });
  return `export const fieldsByType = ${JSON.stringify(Object.fromEntries(byType))};`;
}

/**
 * GraphQL Code Generator plugin that lists the object types without an `id`, which the cache embeds in their parents.
 * The rest is for selected-types.ts.
 */
export function plugin(schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__') && !helper.test(name));
  const keyless = types
    .filter((type) => !roots.includes(type) && !type.getFields().id)
    .map(({ name }) => name);
  return `export const keylessTypes = ${JSON.stringify(keyless.sort())};
${fieldsByType(schema, types)}
`;
}
