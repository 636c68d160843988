import type { GraphQLError } from 'graphql';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';

/** Gives every error of a result a code and a request ID, and logs its code and security events. */
export function completeErrors(
  log: Log,
  { errors = [] }: { errors?: readonly GraphQLError[] },
): void {
  for (const { extensions } of errors) {
    // `maskError` does not see documents that fail to parse or validate.
    if (!extensions.requestId) {
      Object.assign(extensions, { code: 'BAD_REQUEST', requestId: currentRequest()?.requestId });
    }
  }
  // One of each per code and request.
  for (const code of new Set(errors.map(({ extensions }) => String(extensions.code)))) {
    log.debug({ code, requestId: currentRequest()?.requestId }, 'graphql.error');
    const event = eventOfError(200, code);
    if (event) securityEvent(log, event, code);
  }
}
