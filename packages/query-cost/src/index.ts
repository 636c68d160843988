import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import { createPriceOf } from './cost.ts';
import type { Pricing } from './pricing.ts';

/** One for each combination of page sizes and filters. */
const pricesPerDocument = 16;

type Operation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

/**
 * Everything a price can depend on. Undefined if a variable is an object, because such prices aren't cached. Ignores
 * undeclared variables, whose names could imitate others.
 */
function keyOf({ document, operationName, variableValues }: Operation): string | undefined {
  const operation = getOperationAST(document, operationName);
  let key = operation?.name?.value ?? '';
  for (const { variable } of operation?.variableDefinitions ?? []) {
    const value = variableValues?.[variable.name.value];
    if (value === undefined) key += ';';
    else if (typeof value === 'number' || value === null) key += `;${value}`;
    else if (Array.isArray(value)) key += `;#${value.length}`;
    else if (typeof value === 'object') return undefined;
    else key += value === '' ? ';e' : ';v';
  }
  return key;
}

/** Caches prices with their documents, because most requests repeat a document. */
function cached(calculate: ReturnType<typeof createPriceOf>) {
  const known = new WeakMap<DocumentNode, Map<string, number>>();

  return function priceOf(operation: Operation): number {
    const { document, variableValues, operationName } = operation;
    const key = keyOf(operation);
    const prices = known.get(document) ?? new Map<string, number>();
    const before = key === undefined ? undefined : prices.get(key);
    if (before !== undefined) return before;
    const price = calculate(document, variableValues ?? {}, operationName);
    if (key === undefined || prices.size >= pricesPerDocument) return price;
    known.set(document, prices.set(key, price));
    return price;
  };
}

/** Returns a function for the price, in points, of an operation whose document is valid. */
export function createPricing(pricing: Pricing) {
  const bySchema = new WeakMap<GraphQLSchema, ReturnType<typeof cached>>();

  return function priceOf(operation: Operation): number {
    const { schema } = operation;
    const known = bySchema.get(schema);
    if (known) return known(operation);
    const created = cached(createPriceOf(schema, pricing));
    bySchema.set(schema, created);
    return created(operation);
  };
}
