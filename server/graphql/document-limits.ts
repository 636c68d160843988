/** Limits of a document's text: before validation, whose cost grows with the fields. */
import {
  type DocumentNode,
  type GraphQLError,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { createLRUCache, type Plugin } from 'graphql-yoga';
import { isRepetitive, measure } from './document-size.ts';
import { apiError } from './errors.ts';
import { documentLimits } from './limits.ts';

/** Fields at the root of an operation, with its fragments in place. */
export function rootFields(document: DocumentNode, operation: OperationDefinitionNode): number {
  return measure(document).sizeOf(operation.selectionSet).roots;
}

const tooComplex = (message: string) => apiError('QUERY_TOO_COMPLEX', message);

/** Why the document is refused, or undefined if it is within the limits. */
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
  if (isCyclic()) return apiError('BAD_REQUEST', 'A fragment spreads itself.');
  if (sizes.some((size) => size.introspections > introspections)) {
    return tooComplex(`Ask for __schema and __type at most ${introspections} times.`);
  }
  if (sizes.some((size) => size.depth > depth)) {
    return tooComplex(`The document is more than ${depth} levels deep.`);
  }
  if (
    operations.some(
      ({ operation }, i) => operation === 'mutation' && (sizes[i]?.roots ?? 0) > mutations,
    )
  ) {
    return tooComplex(`Send at most ${mutations} mutations at once.`);
  }
  if (roots.some(({ selectionSet }) => isRepetitive(document, selectionSet, sameName))) {
    return tooComplex(`The document selects one name more than ${sameName} times in one place.`);
  }
  return undefined;
}

/**
 * Documents parsed before, which validation knows again: few, as anybody may send new ones. Errors are
 * made anew, with the id of their own request.
 */
export const documentCache = {
  documentCache: createLRUCache<DocumentNode>({ max: documentLimits.cached }),
  errorCache: { get: () => undefined, set: () => {} },
};

/** Ends validation at the first errors: each is searched for names that may have been meant. */
const validateBriefly: typeof validate = (schema, document, rules) =>
  validate(schema, document, rules, { maxErrors: documentLimits.errors });

/** Stops the parser at the limit of tokens and refuses what is over the other limits. */
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
