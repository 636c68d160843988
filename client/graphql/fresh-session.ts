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
export const freshSessionExchange = (client: () => Client) =>
  mapExchange({
    async onResult(result) {
      if (!isRefused(result) || !(await reauthenticate())) return result;
      const { operation } = result;
      const { query, variables } = operation;
      const again = await client().mutation(query, variables).toPromise();
      return { ...again, operation };
    },
  });
