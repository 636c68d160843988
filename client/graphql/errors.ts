import type { CombinedError, OperationResult } from 'urql';
import { ApiError, type ErrorDetails, responseError, type UserError } from '#client/lib/errors.ts';

export function apiErrorOf(error: CombinedError): ApiError {
  return responseError(error.response as Response | undefined, error.graphQLErrors[0]?.extensions);
}

/** At least one error. `code` is the first one's. */
export type MutationErrors = { code: string; errors: readonly UserError[] } & ErrorDetails;

type Payload = { errors?: readonly UserError[] } | null | undefined;

/** A mutation's document has one field, whose value is the payload. */
const payloadOf = ({ data }: Pick<OperationResult, 'data'>) =>
  Object.values<Payload>(data ?? {})[0];

/** Returns null if the mutation succeeded. */
export function findMutationErrors(result: OperationResult): MutationErrors | null {
  const payload = payloadOf(result);
  // A payload means the mutation was executed, even if another part of the response failed.
  if (payload) {
    const [first] = payload.errors ?? [];
    return first ? { code: first.code, errors: payload.errors ?? [] } : null;
  }
  const failure = result.error ? apiErrorOf(result.error) : new ApiError('UNKNOWN_ERROR');
  const { code, requestId, retryAfter } = failure;
  return { code, errors: [{ code }], requestId, retryAfter };
}

/** Errors in the payload of a mutation. Empty for other operations. */
export function payloadErrors(
  result: Pick<OperationResult, 'operation' | 'data'>,
): readonly UserError[] {
  return result.operation.kind === 'mutation' ? (payloadOf(result)?.errors ?? []) : [];
}
