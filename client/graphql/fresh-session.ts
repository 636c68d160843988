import { type Client, mapExchange, type OperationResult } from 'urql';
import { isSessionNotFresh, reauthenticate } from '#client/lib/reauthentication.ts';
import { payloadErrors } from './errors.ts';

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
