import { type ExecutionArgs, type GraphQLError, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { brief, type Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';

/** Gives every error a code and a request id; logs the operation's name and security events. */
export const errorExtensions = (log: Log): Plugin => ({
  onResultProcess({ result }) {
    const results = Array.isArray(result) ? result : [result];
    for (const { errors = [] } of results as { errors?: GraphQLError[] }[]) {
      for (const { extensions } of errors) {
        // `maskError` does not see documents that fail to parse or validate.
        if (!extensions.requestId) {
          Object.assign(extensions, {
            code: 'BAD_REQUEST',
            requestId: currentRequest()?.requestId,
          });
        }
      }
      // One event per code and request.
      for (const code of new Set(errors.map(({ extensions }) => String(extensions.code)))) {
        logSecurityEvent(log, 200, code);
      }
    }
  },
  onExecute: ({ args }) => noteOperation(args),
  onSubscribe: ({ args }) => noteOperation(args),
});

function noteOperation({ document, operationName }: ExecutionArgs): void {
  const request = currentRequest();
  const operation = getOperationAST(document, operationName);
  if (request && operation) request.operation = brief(operation.name?.value ?? operation.operation);
}

function logSecurityEvent(log: Log, status: number, code: string): void {
  const event = eventOfError(status, code);
  if (event) securityEvent(log, event, code);
}
