import { type GraphQLOutputType, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';

/** The type of a field's records: for a connection, the type of its nodes. */
function recordType(type: GraphQLOutputType): string {
  const named = getNamedType(type);
  const nodes = isObjectType(named) ? named.getFields().nodes : undefined;
  return getNamedType(nodes?.type ?? named).name;
}

/** GraphQL Code Generator plugin that lists, for each type with a connection, the fields that return its records. */
export function plugin(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = types
    .filter(({ name }) => !/(Connection|Edge|Payload)$/.test(name))
    .flatMap((type) => Object.values(type.getFields()));
  const listed = types
    .map(({ name }) => name)
    .filter((name) => `${name}Connection` in schema.getTypeMap());
  const byType = listed.sort().map((name) => {
    const names = fields.filter(({ type }) => recordType(type) === name).map((field) => field.name);
    return [name, [...new Set(names)].sort()];
  });
  return `export const fieldsByType = ${JSON.stringify(Object.fromEntries(byType))};\n`;
}
