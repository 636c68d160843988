/** The endpoints behind admission control, each with its own form of a rejection. */
import { refuse } from '#server/graphql/request-checks.ts';
import { languageOfRequest, type Translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import { eventOfError, securityEvent } from '#server/log/security-events.ts';
import type { ApiErrorCode } from '#shared/errors.ts';
import { busyMessage } from './admission.ts';
import type { AdmissionEndpoint } from './admission-middleware.ts';

type Handle = AdmissionEndpoint['handle'];

/** Messages for developers. */
const messages: Partial<Record<ApiErrorCode, string>> = {
  BAD_REQUEST:
    'The body is too long, compressed, incomplete or not UTF-8, or a cookie is sent twice.',
  RATE_LIMITED: 'Too many event streams from this network.',
  SERVICE_UNAVAILABLE: busyMessage,
};

function logRejection(log: Log, status: number, code: ApiErrorCode): void {
  const event = eventOfError(status, code);
  if (event) securityEvent(log, event, code);
}

/** /api/graphql: a rejection is a GraphQL error. */
export function createGraphqlEndpoint(handle: Handle, log: Log): AdmissionEndpoint {
  return {
    handle,
    reject(_headers, status, code) {
      logRejection(log, status, code);
      return refuse(status, code, messages[code] ?? '');
    },
  };
}

/** /api/auth and /api/export: a rejection is `{ code, message }` with the message in the client's language. */
export function createAuthEndpoint(
  handle: Handle,
  { translate, log }: { translate: Translate; log: Log },
): AdmissionEndpoint {
  return {
    handle,
    reject(headers, status, code) {
      logRejection(log, status, code);
      const message = translate(languageOfRequest(headers))(`errors:${code}`);
      return Response.json({ code, message }, { status });
    },
  };
}
