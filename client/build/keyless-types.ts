import { type GraphQLSchema, isObjectType } from 'graphql';

/** Graphcache recognizes these by their suffix; payloads are never stored. */
const knownSuffix = /(Connection|Edge|PageInfo|Payload)$/;

/**
 * GraphQL Code Generator plugin that lists the object types without an `id`, which the cache embeds in their parents.
 */
export function plugin(schema: GraphQLSchema): string {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) && !roots.includes(type) && !type.getFields().id)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('__') && !knownSuffix.test(name));
  return `export const keylessTypes = ${JSON.stringify(names.sort())};\n`;
}
