import type { CombinedError, OperationResult } from 'urql';
import { ApiError, type ErrorDetails, responseError, type UserError } from '#client/lib/errors.ts';

export function apiErrorOf(error: CombinedError): ApiError {
  return responseError(error.response as Response | undefined, error.graphQLErrors[0]?.extensions);
}

/** At least one error. `code` is the first one's. */
export type MutationErrors = { code: string; errors: readonly UserError[] } & ErrorDetails;

/** Returns null if the mutation succeeded. */
export function findMutationErrors(
  { error }: OperationResult,
  payload: { errors: readonly UserError[] } | null | undefined,
): MutationErrors | null {
  // A payload means the mutation was executed, even if another part of the response failed.
  if (payload) {
    const [first] = payload.errors;
    return first ? { code: first.code, errors: payload.errors } : null;
  }
  const failure = error ? apiErrorOf(error) : new ApiError('UNKNOWN_ERROR');
  const { code, requestId, retryAfter } = failure;
  return { code, errors: [{ code }], requestId, retryAfter };
}

type Payload = { errors?: readonly UserError[] } | null;

/** Errors in the payloads of a mutation. Empty for other operations. */
export function payloadErrors({
  operation,
  data,
}: Pick<OperationResult, 'operation' | 'data'>): UserError[] {
  if (operation.kind !== 'mutation') return [];
  const payloads: Payload[] = Object.values(data ?? {});
  return payloads.flatMap((payload) => payload?.errors ?? []);
}
