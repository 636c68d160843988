import type { OperationResult } from 'urql';
import { failureOf } from './failure.ts';

/** Why a mutation did not do what it was asked to, in the form that `form.fail` takes. */
export type Refusal = {
  failures: { code: string; field?: readonly string[] | null }[];
  requestId?: string | undefined;
};

type Payload = { errors: Refusal['failures'] };

/** What the person or the network got wrong; null if the mutation was carried out. */
export function refusalOf(
  { error }: OperationResult,
  payload: Payload | null | undefined,
): Refusal | null {
  // A payload is the truth about the mutation, also if something else in the answer failed.
  if (payload) return payload.errors.length ? { failures: payload.errors } : null;
  if (!error) return { failures: [{ code: 'UNKNOWN_ERROR' }] };
  const { code, requestId } = failureOf(error);
  return { failures: [{ code }], requestId };
}
