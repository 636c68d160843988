import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '#server/schema.ts';

/** The public contract as text, as it is committed in schema.graphql and served by the API. */
export function printContract(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
