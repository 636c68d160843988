/**
 * Errors of the API. What a person can mend is a `Refusal` and becomes the payload's `errors`;
 * everything else is a top-level error with `extensions.code` and `extensions.requestId`.
 */
import { GraphQLError } from 'graphql';
import { violatedConstraint } from '#server/database/client.ts';
import { constraintErrors } from '#server/database/constraints.ts';
import { databaseFault } from '#server/database/fault.ts';
import { currentRequest } from '#server/log/request-context.ts';
import type { RequestErrorCode, UserErrorCode } from '#shared/errors.ts';
import { requestBounds } from './limits.ts';

/** Codes of better-auth that our own mutations answer with too. */
type LibraryErrorCode =
  | 'YOU_CANNOT_BAN_YOURSELF'
  | 'YOU_CANNOT_REMOVE_YOURSELF'
  | 'YOU_CANNOT_IMPERSONATE_ADMINS'
  | 'SESSION_NOT_FRESH';

export type RefusalIssue = { code: UserErrorCode | LibraryErrorCode; field?: readonly string[] };

/** A mutation was refused for reasons that the person can mend. */
export class Refusal extends Error {
  readonly issues: readonly RefusalIssue[];

  constructor(issues: readonly RefusalIssue[]) {
    super(issues.map(({ code }) => code).join(', '));
    this.issues = issues;
  }
}

/**
 * Refuses a mutation.
 *
 * @throws {Refusal} always
 */
export function fail(code: RefusalIssue['code'], { field }: { field?: string } = {}): never {
  throw new Refusal([field ? { code, field: [field] } : { code }]);
}

/** The HTTP status of errors that mean that nothing at all could be answered. */
const httpStatus: Partial<Record<RequestErrorCode, number>> = {
  SERVICE_UNAVAILABLE: 503,
  RATE_LIMITED: 429,
};

type ErrorDetails = {
  /** Seconds after which the request may be sent again. */
  retryAfter?: number;
  /** Points of the document, and of the dearest that is answered. */
  cost?: number;
  maxCost?: number;
};

/** A top-level error. Its message is for developers; people see the text of its code. */
export function requestError(
  code: RequestErrorCode,
  message: string,
  details: ErrorDetails = {},
): GraphQLError {
  const status = httpStatus[code];
  const headers = { 'retry-after': String(details.retryAfter ?? 1) };
  return new GraphQLError(message, {
    extensions: {
      code,
      requestId: currentRequest()?.requestId,
      ...details,
      ...(status ? { http: { status, headers } } : {}),
    },
  });
}

/**
 * The refusal behind `error`: one of ours, a violated constraint, or a record that does not exist,
 * which `idField` of the input named.
 */
export function refusalOf(error: unknown, idField?: string): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (idField && isNotFound(error)) {
    return new Refusal([{ code: 'NOT_FOUND', field: [idField] }]);
  }
  const issue = constraintErrors[violatedConstraint(error) ?? ''];
  return issue && new Refusal([issue]);
}

/** Prisma's code for a record that an update or delete did not find. */
function isNotFound(error: unknown): boolean {
  return (error as { code?: string }).code === 'P2025';
}

/**
 * Turns whatever was thrown into what an outsider may see: our own errors and GraphQL's own as they
 * are, everything else without a word of what happened.
 */
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
      ...(error.extensions.http ? { http: error.extensions.http } : {}),
      code: 'BAD_REQUEST',
      requestId: currentRequest()?.requestId,
    },
  });
}

function maskCause(error: unknown): GraphQLError {
  const exceeded = currentRequest()?.exceeded;
  if (exceeded === 'statements') {
    const most = requestBounds.statements;
    return requestError('QUERY_TOO_COMPLEX', `The request needs more than ${most} SQL statements.`);
  }
  if (exceeded === 'time') {
    const most = requestBounds.milliseconds / 1_000;
    return requestError('SERVICE_UNAVAILABLE', `The request was stopped after ${most} seconds.`);
  }
  if (databaseFault(error)) {
    return requestError('SERVICE_UNAVAILABLE', 'The service is unavailable. Try again shortly.');
  }
  if (isNotFound(error)) return requestError('NOT_FOUND', 'There is nothing with this id.');
  return requestError('INTERNAL_ERROR', 'Something went wrong.');
}
