import type { DocumentNode } from 'graphql';
import type { KnownDocuments } from './known-documents.ts';

export type Operation = {
  document: DocumentNode;
  operationName: string | null | undefined;
  variableValues: Record<string, unknown> | null | undefined;
};

export type OperationOptions = {
  /** Decoders replace what isn't UTF-8. */
  isText(body: Uint8Array): boolean;
  textOf?(documentId: string): string | undefined;
  /** Variables that need no further check. */
  areAllowed?(variables: Record<string, unknown> | null | undefined): boolean;
};

const parameters = new Set(['query', 'documentId', 'operationName', 'variables']);

function parse(body: Buffer, { isText }: OperationOptions): unknown {
  try {
    return isText(body) ? JSON.parse(body.toString()) : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the operation from a body. Returns undefined if it isn't plain or its document is unknown. */
export function findOperation(
  body: Buffer,
  { find }: KnownDocuments,
  options: OperationOptions,
): Operation | undefined {
  const sent = parse(body, options);
  if (typeof sent !== 'object' || sent === null) return undefined;
  if (!Object.keys(sent).every((name) => parameters.has(name))) return undefined;
  const { query: text, documentId, operationName, variables } = sent as Record<string, unknown>;
  if (documentId != null && (typeof documentId !== 'string' || text != null)) return undefined;
  const query = documentId == null ? text : options.textOf?.(documentId);
  if (typeof query !== 'string') return undefined;
  if (operationName === '' || (operationName != null && typeof operationName !== 'string')) {
    return undefined;
  }
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) {
    return undefined;
  }
  const variableValues = variables as Operation['variableValues'];
  if (options.areAllowed && !options.areAllowed(variableValues)) return undefined;
  const document = find(query, operationName);
  return document && { document, operationName, variableValues };
}
