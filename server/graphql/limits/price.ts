import { type GraphQLSchema, isAbstractType, isCompositeType, isObjectType } from 'graphql';

/** Price of a field, if the default is wrong. */
type FieldPrice = {
  /** SQL statements to resolve it once. */
  statements?: number;
  characters?: number;
  /** Length of the list, or the name of the argument with its IDs. */
  entries?: number | { argument: string };
};

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    price?: FieldPrice;
  }
}

export const priced = (price: FieldPrice) => ({ price });

/** Lengths of introspection's lists: totals for types, averages per type for their members. */
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
