import { type Operation, stringifyVariables } from 'urql';
import { takeFirstAnswer } from '#client/lib/first-answers.ts';

/** Adds the id that the build gave its document to an operation. In development there is none. */
export function addDocumentId(operation: Operation): void {
  const { documentId } = operation.query as { documentId?: string };
  if (documentId) operation.extensions = { documentId };
}

type Body = {
  query?: string;
  operationName?: string;
  variables?: object;
  extensions?: { documentId?: string };
};

/**
 * Sends an operation by the id of its document, or by its text where the server does not know the id, as during an
 * update: nothing was executed then. What the page has asked for before its scripts were loaded is not sent again.
 */
export const fetchById: typeof fetch = async (url, init) => {
  const { query, extensions, ...rest }: Body = JSON.parse(String(init?.body));
  const send = (document: object) =>
    fetch(url, { ...init, body: JSON.stringify({ ...document, ...rest }) });
  const documentId = extensions?.documentId;
  const isThis = (first: { documentId: string; variables?: object }) =>
    first.documentId === documentId &&
    stringifyVariables(first.variables ?? {}) === stringifyVariables(rest.variables ?? {});
  const response = documentId && (await (takeFirstAnswer(isThis) ?? send({ documentId })));
  return response && response.status !== 400 ? response : send({ query });
};
