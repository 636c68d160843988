import type { ExecutionResult, GraphQLError } from 'graphql';
import { invalidRequest } from '#server/graphql/errors.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';

/** `maskError` doesn't see validation errors. */
const complete = (error: GraphQLError) =>
  error.extensions.requestId ? error : invalidRequest(error);

/** Adds a code and the request ID to every error of a result. Logs the codes and security events. */
export function completeErrors(log: Log, result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map(complete);
  // Log each code once per request.
  for (const code of new Set(errors.map(({ extensions }) => String(extensions.code)))) {
    log.debug({ code, requestId: currentRequest()?.requestId }, 'graphql.error');
    const event = eventOfError(200, code);
    if (event) securityEvent(log, event, code);
  }
  return { ...result, errors };
}
