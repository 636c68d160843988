import {
  type Client,
  mapExchange,
  type Operation,
  type OperationResult,
  stringifyVariables,
} from 'urql';
import { takePrefetched } from '#client/lib/prefetched-queries.ts';
import { isSessionNotFresh, reauthenticate } from '#client/lib/reauthentication.ts';
import { payloadErrors } from './errors.ts';

/** Adds the document's ID (codegen.ts) to an operation. In development, the server knows none. */
export function addDocumentId(operation: Operation): void {
  const { __meta__: id } = operation.query as { __meta__?: { documentId: string } };
  if (import.meta.env.PROD && id) operation.extensions = id;
}

type Body = {
  query?: string;
  operationName?: string;
  variables?: object;
  extensions?: { documentId?: string };
};

/**
 * Sends an operation by its document's ID, or by text if the server rejects the ID, as during an update: nothing was
 * executed then. Reuses answers to requests sent before the scripts loaded.
 */
export const fetchById: typeof fetch = async (url, init) => {
  const { query, extensions, ...rest }: Body = JSON.parse(String(init?.body));
  const send = (document: object) =>
    fetch(url, { ...init, body: JSON.stringify({ ...document, ...rest }) });
  const documentId = extensions?.documentId;
  const isThis = (first: { documentId: string; variables?: object }) =>
    first.documentId === documentId &&
    stringifyVariables(first.variables ?? {}) === stringifyVariables(rest.variables ?? {});
  const response = documentId && (await (takePrefetched(isThis) ?? send({ documentId })));
  return response && response.status !== 400 ? response : send({ query });
};

const isRefused = (result: OperationResult) =>
  payloadErrors(result).some(({ code }) => isSessionNotFresh(code));

/** Executes mutations again after the viewer has proved their identity. Their callers just wait longer. */
export function freshSessionExchange(client: () => Client) {
  async function afterProof(refused: OperationResult): Promise<OperationResult> {
    if (!(await reauthenticate())) return refused;
    const { operation } = refused;
    const { query, variables } = operation;
    const again = await client().mutation(query, variables).toPromise();
    return { ...again, operation };
  }
  // Other results stay synchronous, as the cache answers queries.
  return mapExchange({
    onResult: (result) => (isRefused(result) ? afterProof(result) : result),
  });
}
