import { type DocumentNode, getOperationAST, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Where Yoga keeps parsed documents: `documentCache` of its option `parserAndValidationCache`. */
export type DocumentCache = { get(query: string): DocumentNode | undefined };

export function createKnownDocuments(documents: DocumentCache) {
  const valid = new WeakSet<DocumentNode>();
  const plugin: Plugin = {
    onValidate:
      ({ params: { documentAST } }) =>
      ({ valid: isValid }) => {
        if (isValid) valid.add(documentAST as DocumentNode);
      },
  };
  return {
    plugin,

    /** Returns the document of `query` if it is valid and its operation `name` is a query or mutation. */
    find(query: string, name: string | null | undefined): DocumentNode | undefined {
      const document = documents.get(query);
      if (!document || !valid.has(document)) return undefined;
      const operation = getOperationAST(document, name);
      return operation && operation.operation !== OperationTypeNode.SUBSCRIPTION
        ? document
        : undefined;
    },
  };
}

export type KnownDocuments = ReturnType<typeof createKnownDocuments>;
