import type { CombinedError, OperationResult } from 'urql';
import {
  type ApiError,
  type ErrorDetails,
  responseError,
  type UserError,
} from '#client/lib/errors.ts';

export function apiErrorOf(error: CombinedError): ApiError {
  return responseError(error.response as Response | undefined, error.graphQLErrors[0]?.extensions);
}

export type MutationErrors = { errors: readonly UserError[] } & ErrorDetails;

/** Returns null if the mutation succeeded. */
export function findMutationErrors(
  { error }: OperationResult,
  payload: { errors: readonly UserError[] } | null | undefined,
): MutationErrors | null {
  // A payload means the mutation was executed, even if another part of the response failed.
  if (payload) return payload.errors.length ? { errors: payload.errors } : null;
  if (!error) return { errors: [{ code: 'UNKNOWN_ERROR' }] };
  const { code, requestId, retryAfter } = apiErrorOf(error);
  return { errors: [{ code }], requestId, retryAfter };
}
