import {
  type DocumentNode,
  type GraphQLSchema,
  getIntrospectionQuery,
  isAbstractType,
  isCompositeType,
  isObjectType,
  parse,
} from 'graphql';

/** The query that tools send. */
export const wholeIntrospection = (): DocumentNode =>
  parse(
    getIntrospectionQuery({
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  );

/** Lengths of introspection's lists: totals for types, averages per type for their fields and values. */
export function introspectionLists(schema: GraphQLSchema): Map<string, number> {
  const types = Object.values(schema.getTypeMap());
  const totals = {
    fields: 0,
    args: 0,
    inputFields: 0,
    enumValues: 0,
    interfaces: 0,
    possibleTypes: 0,
  };
  for (const type of types) {
    if (isObjectType(type)) totals.interfaces += type.getInterfaces().length;
    if (isAbstractType(type)) totals.possibleTypes += schema.getPossibleTypes(type).length;
    if ('getValues' in type) totals.enumValues += type.getValues().length;
    if (!('getFields' in type)) continue;
    const fields = Object.values(type.getFields());
    totals[isCompositeType(type) ? 'fields' : 'inputFields'] += fields.length;
    for (const field of fields) totals.args += 'args' in field ? field.args.length : 0;
  }
  const { args, ...ofTypes } = totals;
  return new Map([
    ['types', types.length],
    ['directives', schema.getDirectives().length],
    ['args', args / totals.fields],
    ...Object.entries(ofTypes).map(([name, total]) => [name, total / types.length] as const),
  ]);
}
