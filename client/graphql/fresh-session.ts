import { type Client, mapExchange, type OperationResult } from 'urql';
import type { UserError } from '#client/lib/errors.ts';
import { isSessionNotFresh, reauthenticate } from '#client/lib/reauthentication.ts';

type Payload = { errors?: readonly UserError[] } | null;

function isRefused({ operation, data }: OperationResult): boolean {
  if (operation.kind !== 'mutation') return false;
  const payloads: Payload[] = Object.values(data ?? {});
  return payloads.some((payload) => payload?.errors?.some(({ code }) => isSessionNotFresh(code)));
}

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
