/**
 * Rejects oversized documents before validation, whose cost grows with the number of fields, and deep variables before
 * code that visits them recursively can overflow the stack.
 */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { createLRUCache, type Plugin } from 'graphql-yoga';
import { apiError, badRequest } from '#server/graphql/errors.ts';
import { documentLimits } from './limits.ts';

type Root = OperationDefinitionNode | FragmentDefinitionNode;

type Size = {
  depth: number;
  /** Fields of the root, before any are merged. */
  roots: number;
  introspections: number;
  /** Values that introspection returns. */
  introspected: number;
  /** Most fields of one name in one place. */
  sameName: number;
};

/** Usual lengths of introspection's lists. Constant, so that prices don't grow with the schema. */
const introspectionLists: Record<string, number> = {
  types: 100,
  directives: 5,
  fields: 5,
  inputFields: 5,
  enumValues: 5,
  possibleTypes: 2,
  // Most types wrap no other.
  ofType: 0.5,
};

const isIntrospection = ({ name }: FieldNode) => /^__(schema|type)$/.test(name.value);

const tooComplex = (message: string) => apiError('QUERY_TOO_COMPLEX', message);

/** Measures documents as execution sees them: with fragments wherever they are spread, and fields of one name merged. */
function createMeasure({ definitions }: DocumentNode) {
  const fragments = new Map(
    definitions
      .filter((each) => each.kind === 'FragmentDefinition')
      .map((each) => [each.name.value, each]),
  );
  const spread = new Set<FragmentDefinitionNode>();
  const open = new Set<string>();
  let fields = 0;

  function collect({ selections }: SelectionSetNode, byName: Map<string, FieldNode[]>): void {
    for (const selection of selections) {
      if (selection.kind === 'InlineFragment') {
        collect(selection.selectionSet, byName);
        continue;
      }
      const { value: name } = selection.name;
      const fragment = selection.kind === 'FragmentSpread' ? fragments.get(name) : undefined;
      if (fragment) {
        if (open.has(name)) throw apiError('BAD_REQUEST', 'A fragment refers to itself.');
        open.add(name);
        spread.add(fragment);
        collect(fragment.selectionSet, byName);
        open.delete(name);
        continue;
      }
      // Validation rejects unknown fragments.
      fields += 1;
      if (fields > documentLimits.fields)
        throw tooComplex(`The document selects more than ${documentLimits.fields} fields.`);
      if (selection.kind !== 'Field') continue;
      const key = selection.alias?.value ?? name;
      byName.set(key, [...(byName.get(key) ?? []), selection]);
    }
  }

  /** `weight`: how often the selection is introspected. */
  function measure(sets: readonly SelectionSetNode[], weight: number): Size {
    const byName = new Map<string, FieldNode[]>();
    for (const set of sets) collect(set, byName);
    const size: Size = { depth: 0, roots: 0, introspections: 0, introspected: 0, sameName: 0 };
    for (const merged of byName.values()) {
      const starts = merged.filter(isIntrospection).length;
      const own = starts > 0 ? 1 : weight;
      const length = introspectionLists[merged[0]?.name.value ?? ''] ?? 1;
      const inner = measure(
        merged.flatMap(({ selectionSet }) => selectionSet ?? []),
        own * length,
      );
      // graphql-js limits the depth of introspection.
      size.depth = Math.max(size.depth, 1 + (starts > 0 ? 0 : inner.depth));
      size.roots += merged.length;
      size.introspections += starts + inner.introspections;
      size.introspected += own + inner.introspected;
      size.sameName = Math.max(size.sameName, merged.length, inner.sameName);
    }
    return size;
  }

  return {
    sizeOf: ({ selectionSet }: Root): Size => measure([selectionSet], 0),
    /** Operations, then the fragments that none of them spreads. */
    *roots(): Generator<Root> {
      yield* definitions.filter((each) => each.kind === 'OperationDefinition');
      for (const fragment of fragments.values()) if (!spread.has(fragment)) yield fragment;
    },
  };
}

const sizeOf = (document: DocumentNode, operation: OperationDefinitionNode) =>
  createMeasure(document).sizeOf(operation);

/** Number of root fields of an operation, including fragments. */
export const rootFields = (document: DocumentNode, operation: OperationDefinitionNode) =>
  sizeOf(document, operation).roots;

/** Values that the query of tools introspects, by `introspectionLists`. */
const wholeSchema = 20_668;

/** Introspection of an operation, as a part of the query for the whole schema. */
export const introspectionOf = (document: DocumentNode, operation: OperationDefinitionNode) =>
  sizeOf(document, operation).introspected / wholeSchema;

/** @throws BAD_REQUEST or QUERY_TOO_COMPLEX */
function checkSize(document: DocumentNode): void {
  const { introspections, depth, mutations, sameName } = documentLimits;
  const { roots, sizeOf: measured } = createMeasure(document);
  for (const root of roots()) {
    const size = measured(root);
    if (size.introspections > introspections)
      throw tooComplex(`At most ${introspections} uses of __schema and __type are allowed.`);
    if (size.depth > depth) throw tooComplex(`The document is more than ${depth} levels deep.`);
    if ('operation' in root && root.operation === 'mutation' && size.roots > mutations)
      throw tooComplex(`At most ${mutations} mutations per request are allowed.`);
    if (size.sameName > sameName)
      throw tooComplex(`The document selects one name more than ${sameName} times in one place.`);
  }
}

/** Caches parsed documents but no errors, because each contains its request's ID. */
export const documentCache = {
  documentCache: createLRUCache<DocumentNode>({ max: documentLimits.cached }),
  errorCache: { get: () => undefined, set: () => {} },
};

/** Kept documents of an accepted size. */
const checked = new WeakSet<DocumentNode>();

/** Limits validation errors, because each computes suggestions for misspelt names. */
const validateBriefly: typeof validate = (schema, document, rules) =>
  validate(schema, document, rules, { maxErrors: documentLimits.errors });

/** Limits the tokens of documents while parsing, and their size afterwards. */
export const limitDocuments: Plugin = {
  onValidate: ({ setValidationFn }) => setValidationFn(validateBriefly),
  onParse({ setParseFn }) {
    setParseFn((source, options) =>
      parse(source, { ...options, maxTokens: documentLimits.tokens }),
    );
    return ({ result, replaceParseResult }) => {
      if (!result || result instanceof Error || checked.has(result as DocumentNode)) return;
      try {
        checkSize(result as DocumentNode);
        checked.add(result as DocumentNode);
      } catch (error) {
        replaceParseResult(error as GraphQLError);
      }
    };
  },
};

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export const areTooDeep = (variables: unknown) => isDeeper(variables, documentLimits.variableDepth);

/** @throws BAD_REQUEST unless the parameter of a GET request is missing or JSON */
function requireJson({ searchParams }: URL, name: string): void {
  try {
    JSON.parse(searchParams.get(name) || 'null');
  } catch {
    throw badRequest(`The parameter \`${name}\` is not JSON.`, { always: true });
  }
}

/** Also checks variables that the document doesn't declare. */
export const checkParameters: Plugin = {
  // Yoga would take it for a failure of the server.
  onRequestParse({ request, url }) {
    if (request.method !== 'GET') return;
    for (const name of ['variables', 'extensions']) requireJson(url, name);
  },
  onParams({ params, setParams }) {
    const { operationName, ...rest } = params;
    // No name, as in the address of a GET request.
    if (operationName === '') setParams(rest);
    if (!areTooDeep(rest.variables)) return;
    const message = `The variables are more than ${documentLimits.variableDepth} levels deep.`;
    throw badRequest(message, { always: true });
  },
};
