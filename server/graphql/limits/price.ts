/** What an operation costs, in points, before it is executed: from its fields and the lists that its variables ask for. */
import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { limits } from '#shared/limits.ts';
import { introspectionOf } from './document-limits.ts';

/**
 * Prices in points. A point is a short value in the response, about 2 µs of server time. The other prices are
 * multiples, measured with 200,000 repositories.
 */
export const prices = {
  charactersPerPoint: 32,
  defaultCharacters: 256,
  defaultEntries: 20,
  /** One SQL statement through Prisma: 0.4 ms. */
  statement: 200,
  /** Statements per record that Prisma loads in a batch. */
  batched: 0.1,
  /** A page of a filtered or searched list: 2 ms, and 10 ms for its counts, which read every match. */
  search: 6_000,
  /** About ten statements. */
  mutation: 2_000,
  /** The whole schema, whatever its size: 30 ms, then cached. */
  introspection: 15_000,
  /** An invalid document. Checking the longest document takes 16 ms. */
  notExecuted: 8_000,
};

/** What differs from the default price of a field. */
type FieldCost = {
  /** SQL statements to resolve it. */
  statements?: number;
  /** Most characters of a text. */
  characters?: number;
  /** Most entries of a list, or the default size of a page. */
  entries?: number;
};

type PricedField = { type: GraphQLOutputType };

const pageArguments = new Set(['first', 'last', 'after', 'before', 'orderBy']);

/** Whether a filter restricts the list. */
function isSet(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return (value ?? '') !== '';
  if (Array.isArray(value) || value instanceof Date) return true;
  return Object.values(value).some(isSet);
}

function pagePrice(args: Record<string, unknown>, pageSize: number) {
  const isFiltered = Object.entries(args).some(
    ([name, value]) => !pageArguments.has(name) && isSet(value),
  );
  // The resolver rejects sizes out of range.
  const size = Math.min(
    Math.max(Number(args.first ?? args.last ?? pageSize), 1),
    limits.pageSizeMax,
  );
  return { field: isFiltered ? prices.search : prices.statement, multiplier: size };
}

/** Option `complexity` of a field whose default price is wrong. */
export function cost({ statements, characters, entries }: FieldCost) {
  return (args: object, _context: unknown, { type }: PricedField) => {
    const named = getNamedType(type);
    const isList = isListType(getNullableType(type));
    if (isObjectType(named) && 'pageInfo' in named.getFields()) {
      return pagePrice(args as Record<string, unknown>, entries ?? limits.pageSize);
    }
    const count = isList ? (entries ?? prices.defaultEntries) : 1;
    if (isCompositeType(named)) {
      return { field: 1 + (statements ?? 1) * prices.statement, multiplier: count };
    }
    const length = characters ?? (named.name === 'String' ? prices.defaultCharacters : 0);
    return (statements ?? 0) * prices.statement + count * (1 + length / prices.charactersPerPoint);
  };
}

/** Options of the builder: how fields without `complexity` are priced. requests/operation.ts charges prices. */
export const complexity = { fieldComplexity: cost({}), disabled: true };

/** `complexity` of what the statement of its connection loads. */
export const loaded = { field: 1, multiplier: 1 };

/** `complexity` of what the price of a page includes. */
export const included = { field: 0, multiplier: 0 };

export type PricedOperation = {
  schema: GraphQLSchema;
  document: DocumentNode;
  operationName?: string | null | undefined;
  variableValues?: Readonly<Record<string, unknown>> | null | undefined;
};

/** Undefined if the variables are invalid. Execution reports how. */
function calculate({ schema, document, operationName, variableValues }: PricedOperation) {
  const operation = getOperationAST(document, operationName);
  if (!operation) return undefined;
  const { variableDefinitions = [] } = operation;
  const variables = { ...variableValues };
  // The plugin would format 50 errors, each with the whole value.
  if (getVariableValues(schema, variableDefinitions, variables, { maxErrors: 1 }).errors) {
    return undefined;
  }
  const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition');
  const definitions = [operation, ...fragments];
  const { complexity: points } = complexityFromQuery(
    { ...document, definitions },
    { schema, variables },
  );
  return Math.ceil(points + prices.introspection * introspectionOf(document, operation));
}

/** What a price depends on. Of a text whether it is empty, of a list its length. */
function keyOf({ operationName, variableValues }: PricedOperation): string {
  const variables = JSON.stringify(variableValues ?? {}, (_name, value) => {
    if (typeof value === 'string') return value && 'text';
    return Array.isArray(value) ? `${value.length} entries` : value;
  });
  return `${operationName ?? ''} ${variables}`;
}

const pricesPerDocument = 16;
const maxKeyLength = 500;
const cache = new WeakMap<DocumentNode, Map<string, number>>();

/** Price of a valid operation, in points. Documents keep theirs, because most requests repeat a document. */
export function priceOf(operation: PricedOperation): number {
  const key = keyOf(operation);
  const known = cache.get(operation.document) ?? new Map<string, number>();
  cache.set(operation.document, known);
  const price = known.get(key) ?? calculate(operation);
  if (price === undefined) return prices.notExecuted;
  if (known.size < pricesPerDocument && key.length < maxKeyLength) known.set(key, price);
  return price;
}
