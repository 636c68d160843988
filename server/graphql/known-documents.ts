import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentCache } from './document-limits.ts';

/** Cached documents that passed validation. */
const valid = new WeakSet<DocumentNode>();

/** Remembers the documents that passed all checks of Yoga. */
export const rememberValid: Plugin = {
  onValidate:
    ({ params: { documentAST } }) =>
    ({ valid: isValid }) => {
      if (isValid) valid.add(documentAST as DocumentNode);
    },
};

/**
 * The document of `query` if it is cached and valid, and its operation `name` a query or mutation.
 * Undefined if Yoga must decide.
 */
export function findKnownDocument(
  query: string,
  name: string | null | undefined,
): DocumentNode | undefined {
  const document = documentCache.documentCache.get(query);
  if (!document || !valid.has(document)) return undefined;
  const operation = getOperationAST(document, name);
  return operation && operation.operation !== 'subscription' ? document : undefined;
}
