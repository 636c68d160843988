/** Caches prices with their documents, because most requests repeat a document. */
import { type DocumentNode, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Price } from './actual-cost.ts';
import { createPricing } from './cost.ts';

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

const pricings = new WeakMap<GraphQLSchema, ReturnType<typeof createPricing>>();
const known = new WeakMap<DocumentNode, Map<string, Price>>();

function pricingOf(schema: GraphQLSchema) {
  const before = pricings.get(schema);
  if (before) return before;
  const pricing = createPricing(schema);
  pricings.set(schema, pricing);
  return pricing;
}

export function priceOf(operation: Operation): Price {
  const { schema, document, variableValues, operationName } = operation;
  const key = keyOf(operation);
  let prices = known.get(document);
  const before = key === undefined ? undefined : prices?.get(key);
  if (before) return before;
  const price = pricingOf(schema)(document, variableValues ?? {}, operationName);
  if (key === undefined) return price;
  if (!prices) {
    prices = new Map();
    known.set(document, prices);
  }
  if (prices.size < pricesPerDocument) prices.set(key, price);
  return price;
}
