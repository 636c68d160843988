/**
 * API errors. The caller can fix a `UserError` in the payload; all others are top-level errors with `extensions.code`
 * and `extensions.requestId`.
 */
import { GraphQLError, type GraphQLErrorExtensions } from 'graphql';
import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/entities.ts';
import { type Quota, rateLimitHeaders } from '#server/http/headers.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { SecurityEvent } from '#server/log/security-events.ts';
import { enumName } from '#shared/enum-name.ts';
import type { ApiErrorCode, UserErrorCode } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { requestBounds } from './limits/limits.ts';

export type UserError = { code: UserErrorCode; field?: readonly string[] };

/** Thrown by mutations to reject input. Becomes the payload's `errors`. */
export class UserErrors extends Error {
  readonly errors: readonly UserError[];

  constructor(errors: readonly UserError[]) {
    super(errors.map(({ code }) => code).join(', '));
    this.errors = errors;
  }
}

/** A single user error: `throw userError('NAME_REQUIRED', 'name')`. */
export function userError(code: UserErrorCode, field?: string): UserErrors {
  return new UserErrors([field ? { code, field: [field] } : { code }]);
}

/** HTTP status of errors that reject the whole request. */
const httpStatus: Partial<Record<ApiErrorCode, number>> = {
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
};

type ErrorDetails = {
  /** Seconds until the request may be retried. */
  retryAfter?: number;
  /** In points. */
  cost?: number;
  maxCost?: number;
  requiredPermission?: Permission;
};

const requestId = () => currentRequest()?.requestId;

/** A top-level error. The message is for developers; the interface shows a text for the code. */
export function apiError(
  code: ApiErrorCode,
  message: string,
  { requiredPermission, ...details }: ErrorDetails = {},
  otherHeaders: Record<string, string> = {},
): GraphQLError {
  const status = httpStatus[code];
  const headers = { 'retry-after': String(details.retryAfter ?? 1), ...otherHeaders };
  return new GraphQLError(message, {
    extensions: {
      code,
      requestId: requestId(),
      ...details,
      ...(requiredPermission && { requiredPermission: enumName(requiredPermission) }),
      ...(status ? { http: { status, headers } } : {}),
    },
  });
}

/** RATE_LIMITED, with headers that name the exceeded limit. */
export function rateLimited(
  message: string,
  quota: Quota,
  { retryAfter, ...details }: ErrorDetails & { retryAfter: number },
): GraphQLError {
  const text = `${message} Try again in ${retryAfter} seconds.`;
  return apiError('RATE_LIMITED', text, { retryAfter, ...details }, rateLimitHeaders([quota]));
}

/** Answer to a request whose document is not looked at. */
export type Rejection = {
  status: number;
  code: ApiErrorCode;
  message: string;
  headers?: Record<string, string>;
  event?: SecurityEvent;
};

/** Response to a request without a valid operation. */
export function graphqlErrorResponse(
  status: number,
  code: ApiErrorCode,
  message: string,
  headers: HeadersInit = {},
): Response {
  const error = { message, extensions: { code, requestId: requestId() } };
  return Response.json({ errors: [error] }, { status, headers });
}

/** For invalid parameters or headers. Responds with 400: if the media type allows it, or `always`. */
export function badRequest(
  message: string,
  { code = 'BAD_REQUEST', always }: { code?: ApiErrorCode; always?: true } = {},
): GraphQLError {
  const http = { status: 400, ...(!always && { spec: true }) };
  return new GraphQLError(message, { extensions: { code, requestId: requestId(), http } });
}

/**
 * Converts `error` to user errors: thrown ones, a violated constraint, or a missing record that `idField` or one of the
 * `inputFields` named. Returns undefined for any other error.
 */
export function toUserErrors(
  error: unknown,
  idField?: string,
  inputFields: readonly string[] = [],
): readonly UserError[] | undefined {
  if (error instanceof UserErrors) return error.errors;
  if (idField && isNotFound(error)) return [{ code: 'NOT_FOUND', field: [idField] }];
  const constraint = violatedConstraint(error) ?? '';
  const violated = constraintErrors[constraint] ?? errorOfForeignKey(constraint, inputFields);
  return violated && [violated];
}

/** The record that a column names was deleted in the meantime. */
function errorOfForeignKey(
  constraint: string,
  inputFields: readonly string[],
): UserError | undefined {
  const [, column = ''] = /_([A-Za-z]+)_fkey$/.exec(constraint) ?? [];
  return inputFields.includes(column) ? { code: 'NOT_FOUND', field: [column] } : undefined;
}

/** Prisma's P2025: the record doesn't exist. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2025';
}

/** Hides details of internal errors. Passes errors with a code and graphql-js's own errors. */
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
  // Syntax errors and invalid variables come from graphql-js.
  return typeof error.extensions.requestId === 'string' ? error : invalidRequest(error);
}

/** graphql-js quotes rejected variables in full, and every position of an argument. */
const quoteLimits = { characters: 200, positions: 10 };

/** Prepares a graphql-js error for clients. Copies it, because Yoga caches validation errors with their document. */
export function invalidRequest(error: GraphQLError): GraphQLError {
  const { message, source, positions, path, extensions } = error;
  return new GraphQLError(shorten(message), {
    source,
    positions: positions?.slice(0, quoteLimits.positions),
    path,
    extensions: {
      ...withStatus(extensions),
      code: 'BAD_REQUEST',
      requestId: requestId(),
    },
  });
}

/** Cuts the middle, because graphql-js names the variable at the start and the reason at the end. */
function shorten(message: string): string {
  if (message.length <= quoteLimits.characters) return message;
  const half = Math.floor(quoteLimits.characters / 2) - 1;
  return `${message.slice(0, half)} … ${message.slice(1 - half)}`.toWellFormed();
}

/**
 * Status set by Yoga. Its `spec` means 200 for clients that accept plain JSON, which is right for invalid documents
 * (https://graphql.github.io/graphql-over-http/draft), but not for requests without a document.
 */
function withStatus({ http, code }: GraphQLErrorExtensions): GraphQLErrorExtensions {
  if (!http) return {};
  const { spec: _spec, ...always } = http as { spec?: boolean };
  return { http: code === 'BAD_REQUEST' ? always : http };
}

function maskCause(error: unknown): GraphQLError {
  const exceeded = currentRequest()?.database.exceeded;
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
