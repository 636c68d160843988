import type { OperationResult } from 'urql';
import { failureOf } from './failure.ts';

/** Why a mutation did not do what it was asked to, in the form that `form.fail` takes. */
export type Refusal = {
  failures: { code: string; field?: readonly string[] | null }[];
  requestId?: string | undefined;
};

type Payload = { errors: Refusal['failures'] };

/** What the person or the network got wrong; null if the mutation was carried out. */
export function refusalOf(result: OperationResult, payload: Payload | undefined): Refusal | null {
  if (result.error) {
    const { code, requestId } = failureOf(result.error);
    return { failures: [{ code }], requestId };
  }
  return payload?.errors.length ? { failures: payload.errors } : null;
}
