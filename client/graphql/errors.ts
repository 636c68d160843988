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

/** Whether a payload of a mutation has an error with `code`. */
export function hasErrorCode(data: unknown, code: string): boolean {
  const payloads = Object.values((data ?? {}) as Record<string, { errors?: UserError[] } | null>);
  return payloads.some((payload) => payload?.errors?.some((error) => error.code === code));
}
