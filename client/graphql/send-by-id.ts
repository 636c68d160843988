import type { Operation } from 'urql';

/** Adds the id that the build gave its document to an operation. In development there is none. */
export function addDocumentId(operation: Operation): void {
  const { documentId } = operation.query as { documentId?: string };
  if (documentId) operation.extensions = { documentId };
}

type Body = { query?: string; extensions?: { documentId?: string } };

/**
 * Sends an operation by the id of its document, or by its text where the server does not know the id: it may be
 * of an earlier or a later version during an update. Nothing was executed then.
 */
export const fetchById: typeof fetch = async (url, init) => {
  const { query, extensions, ...rest }: Body = JSON.parse(String(init?.body));
  const send = (document: object) =>
    fetch(url, { ...init, body: JSON.stringify({ ...document, ...rest }) });
  const documentId = extensions?.documentId;
  const response = documentId && (await send({ documentId }));
  return response && response.status !== 400 ? response : send({ query });
};
