/** Rejections of the endpoints that use the database. */
import { hasMisplacedToken } from '#server/features/access-token/credentials.ts';
import { graphqlErrorResponse } from '#server/graphql/errors.ts';
import { misplacedToken } from '#server/graphql/requests/request-checks.ts';
import { busyMessage, type HttpEndpoint, handlerOf } from '#server/http/admission.ts';
import { errorResponse } from '#server/http/error-response.ts';
import type { Log } from '#server/log/log.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import type { ApiErrorCode } from '#shared/errors.ts';

/** For developers, so they aren't translated. */
const messages: Partial<Record<ApiErrorCode, string>> = {
  BAD_REQUEST:
    'The body is too long, compressed, incomplete or not UTF-8, or a cookie is sent twice.',
  RATE_LIMITED: 'Too many open streams from this network.',
  SERVICE_UNAVAILABLE: busyMessage,
};

function logRejection(log: Log, status: number, code: ApiErrorCode): void {
  const event = eventOfError(status, code);
  if (event) securityEvent(log, event, code);
}

/** /api/graphql. Rejections are GraphQL errors. */
export function createGraphqlEndpoint(handle: HttpEndpoint['handle'], log: Log): HttpEndpoint {
  return {
    methods: 'GET, POST',
    handle,
    reject(_headers, status, code) {
      logRejection(log, status, code);
      return graphqlErrorResponse(status, code, messages[code] ?? '');
    },
  };
}

/** Endpoints besides GraphQL, such as /api/auth. Rejections are `{ code, message }`, with the message in the client's language. */
export function createEndpoints(log: Log) {
  return (handle: Parameters<typeof handlerOf>[0], methods: string): HttpEndpoint => ({
    methods,
    handle: handlerOf(async (request, exchange) => {
      if (hasMisplacedToken(request.headers)) {
        const { status, code, message, headers } = misplacedToken;
        logRejection(log, status, code);
        return Response.json({ code, message }, { status, headers });
      }
      return handle(request, exchange);
    }),
    reject(headers, status, code) {
      logRejection(log, status, code);
      return errorResponse(headers, status, code);
    },
  });
}
