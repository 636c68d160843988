/**
 * Rejects oversized documents before validation, whose cost grows with the number of fields, and deep variables before
 * code that visits them recursively can overflow the stack.
 */
import { isRepetitive, measure } from '@atrium/query-cost/document-size';
import {
  type DocumentNode,
  type GraphQLError,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { createLRUCache, type Plugin } from 'graphql-yoga';
import { apiError, malformedRequest } from '#server/graphql/errors.ts';
import { documentLimits } from './limits.ts';

/** Number of root fields of an operation, including fragments. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): number {
  return measure(document).sizeOf(operation.selectionSet).roots;
}

const tooComplex = (message: string) => apiError('QUERY_TOO_COMPLEX', message);

function problemOf(document: DocumentNode): GraphQLError | undefined {
  const { fields: most, introspections, depth, mutations, sameName } = documentLimits;
  const { sizeOf, unused, isCyclic } = measure(document);
  const operations = document.definitions.filter(
    (definition) => definition.kind === 'OperationDefinition',
  );
  const sizes = operations.map(({ selectionSet }) => sizeOf(selectionSet));
  const roots = [...operations, ...unused()];
  if (roots.reduce((sum, { selectionSet }) => sum + sizeOf(selectionSet).fields, 0) > most) {
    return tooComplex(`The document selects more than ${most} fields.`);
  }
  if (isCyclic()) return apiError('BAD_REQUEST', 'A fragment refers to itself.');
  if (sizes.some((size) => size.introspections > introspections)) {
    return tooComplex(`At most ${introspections} uses of __schema and __type are allowed.`);
  }
  if (sizes.some((size) => size.depth > depth)) {
    return tooComplex(`The document is more than ${depth} levels deep.`);
  }
  if (
    operations.some(
      ({ operation }, i) => operation === 'mutation' && (sizes[i]?.roots ?? 0) > mutations,
    )
  ) {
    return tooComplex(`At most ${mutations} mutations per request are allowed.`);
  }
  if (roots.some(({ selectionSet }) => isRepetitive(document, selectionSet, sameName))) {
    return tooComplex(`The document selects one name more than ${sameName} times in one place.`);
  }
  return undefined;
}

/** Caches parsed documents but no errors, because each contains its request's ID. */
export const documentCache = {
  documentCache: createLRUCache<DocumentNode>({ max: documentLimits.cached }),
  errorCache: { get: () => undefined, set: () => {} },
};

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
      if (!result || result instanceof Error) return;
      const problem = problemOf(result as DocumentNode);
      if (problem) replaceParseResult(problem);
    };
  },
};

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

export const areTooDeep = (variables: unknown) => isDeeper(variables, documentLimits.variableDepth);

/** Also checks variables that the document doesn't declare. */
export const checkParameters: Plugin = {
  onParams({ params, setParams }) {
    const { operationName, ...rest } = params;
    // No name, as in the address of a GET request.
    if (operationName === '') setParams(rest);
    if (!areTooDeep(rest.variables)) return;
    throw malformedRequest(
      `The variables are more than ${documentLimits.variableDepth} levels deep.`,
    );
  },
};
