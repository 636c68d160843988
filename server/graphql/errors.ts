/**
 * Errors of the API. What the caller can fix is a `UserError` in the payload; everything else is a
 * top-level error with `extensions.code` and `extensions.requestId`.
 */
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/database/tables.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { enumName } from '#shared/enum-name.ts';
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { requestBounds } from './limits.ts';

/** What is wrong with the input of a mutation, and at which field. */
export type UserError = { code: UserErrorCode; field?: readonly string[] };

/** Thrown by a mutation whose input was refused; becomes the `errors` of its payload. */
export class UserErrors extends Error {
  readonly errors: readonly UserError[];

  constructor(errors: readonly UserError[]) {
    super(errors.map(({ code }) => code).join(', '));
    this.errors = errors;
  }
}

/** A single user error, to be thrown: `throw userError('REQUIRED', 'name')`. */
export function userError(code: UserErrorCode, field?: string): UserErrors {
  return new UserErrors([field ? { code, field: [field] } : { code }]);
}

/** The HTTP status of errors that leave the whole request unanswered. */
const httpStatus: Partial<Record<ApiErrorCode, number>> = {
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
};

/** Errors after which the same request may succeed. */
const isTemporary = (status: number) => status !== 422;

type ErrorDetails = {
  /** Seconds after which the request may be sent again. */
  retryAfter?: number;
  /** Points of the document, and the limit. */
  cost?: number;
  maxCost?: number;
  /** The permission that the viewer lacks. */
  requiredPermission?: Permission;
};

/** A top-level error. Its message is for developers; the interface shows the text of its code. */
export function apiError(
  code: ApiErrorCode,
  message: string,
  { requiredPermission, ...details }: ErrorDetails = {},
  otherHeaders: Record<string, string> = {},
): GraphQLError {
  const status = httpStatus[code];
  const wait = { 'retry-after': String(details.retryAfter ?? 1) };
  const headers = status && isTemporary(status) ? { ...wait, ...otherHeaders } : otherHeaders;
  return new GraphQLError(message, {
    extensions: {
      code,
      requestId: currentRequest()?.requestId,
      ...details,
      ...(requiredPermission && { requiredPermission: enumName(requiredPermission) }),
      ...(status ? { http: { status, headers } } : {}),
    },
  });
}

/** A request whose parameters or headers are invalid, answered by 400 where the media type allows. */
export function badRequest(message: string, code: ApiErrorCode = 'BAD_REQUEST'): GraphQLError {
  const requestId = currentRequest()?.requestId;
  return new GraphQLError(message, {
    extensions: { code, requestId, http: { status: 400, spec: true } },
  });
}

/**
 * The user errors behind `error`: thrown as such, a violated constraint, or a missing record that
 * `idField` of the input named. Undefined for any other error.
 */
export function toUserErrors(error: unknown, idField?: string): readonly UserError[] | undefined {
  if (error instanceof UserErrors) return error.errors;
  if (idField && isNotFound(error)) return [{ code: 'NOT_FOUND', field: [idField] }];
  const violated = constraintErrors[violatedConstraint(error) ?? ''];
  return violated && [violated];
}

/** P2025 is Prisma's code for a record that an update or delete did not find. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2025';
}

/** Hides the details of internal errors. Errors with a code and those of GraphQL itself pass. */
export function maskError(error: unknown): GraphQLError {
  if (!(error instanceof GraphQLError)) return maskCause(error);
  if (error.originalError && !(error.originalError instanceof GraphQLError)) {
    const masked = maskCause(error.originalError);
    return new GraphQLError(masked.message, {
      ...(error.nodes ? { nodes: error.nodes } : {}),
      ...(error.path ? { path: error.path } : {}),
      extensions: masked.extensions,
    });
  }
  // Syntax and validation errors, and variables of the wrong type, come from GraphQL itself.
  if (typeof error.extensions.requestId === 'string') return error;
  return new GraphQLError(error.message, {
    ...(error.nodes ? { nodes: error.nodes } : {}),
    ...(error.path ? { path: error.path } : {}),
    extensions: {
      ...withStatus(error.extensions),
      code: 'BAD_REQUEST',
      requestId: currentRequest()?.requestId,
    },
  });
}

/**
 * The status that Yoga gives an error. Its `spec` means 200 for clients that accept plain JSON, which is right for
 * invalid documents (https://graphql.github.io/graphql-over-http/draft), not for requests without one.
 */
function withStatus({ http, code }: GraphQLErrorExtensions): GraphQLErrorExtensions {
  if (!http) return {};
  const { spec: _spec, ...always } = http as { spec?: boolean };
  return { http: code === 'BAD_REQUEST' ? always : http };
}

function maskCause(error: unknown): GraphQLError {
  const exceeded = currentRequest()?.exceeded;
  if (exceeded === 'statements') {
    const most = requestBounds.statements;
    return apiError('QUERY_TOO_COMPLEX', `The request needs more than ${most} SQL statements.`);
  }
  if (exceeded === 'time') {
    const most = requestBounds.milliseconds / 1_000;
    return apiError('SERVICE_UNAVAILABLE', `The request was stopped after ${most} seconds.`);
  }
  if (databaseFault(error)) {
    return apiError('SERVICE_UNAVAILABLE', 'The service is unavailable. Try again shortly.');
  }
  if (isNotFound(error)) return apiError('NOT_FOUND', 'No record with this ID.');
  return apiError('INTERNAL_ERROR', 'Something went wrong.');
}
