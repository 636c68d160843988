import { type GraphQLSchema, isObjectType } from 'graphql';

/** Graphcache knows these by their suffix; payloads are never stored. */
const knownSuffix = /(Connection|Edge|PageInfo|Payload)$/;

/**
 * A plugin of GraphQL Code Generator: lists the object types without an `id`, which the cache stores
 * as part of what contains them.
 */
export function plugin(schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !roots.includes(type) && !type.getFields().id)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('__') && !knownSuffix.test(name));
  return `export const keylessTypes = ${JSON.stringify(names.sort())};\n`;
}
