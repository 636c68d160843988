/** Rejects requests before looking at their document. */
import { isTokenOnly } from '#server/features/access-token/credentials.ts';
import { graphqlErrorResponse, type Rejection } from '#server/graphql/errors.ts';
import { isCrossSite } from '#server/http/headers.ts';
import type { Log } from '#server/log/log.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { Settings } from '#server/settings.ts';
import { findAccessTokenRejection, findMisplacedToken } from './access-token-checks.ts';

export function findGraphqlRejection(
  method: string | undefined,
  headers: Headers,
  settings: Settings,
): Rejection | undefined {
  return (
    findMisplacedToken(headers) ??
    findMethodRejection(method, headers, settings) ??
    findKeyRejection(headers) ??
    findAccessTokenRejection(headers)
  );
}

/** Executing such a request could repeat a mutation whose client relies on the header. */
function findKeyRejection(headers: Headers): Rejection | undefined {
  if (headers.get('idempotency-key') === null) return undefined;
  const message =
    'The header Idempotency-Key is no longer supported. Choose the `id` of the record in the input of its mutation: sent again, it returns the record.';
  return { status: 400, code: 'BAD_REQUEST', message };
}

function findMethodRejection(
  method: string | undefined,
  headers: Headers,
  { origins }: Settings,
): Rejection | undefined {
  if (method === 'POST') {
    if (isCrossSite(headers, origins) && !isTokenOnly(headers)) {
      return {
        status: 403,
        code: 'FORBIDDEN',
        message: 'Cross-site requests are rejected.',
        event: 'malicious_cross_site',
      };
    }
    if (!/^application\/json\s*([;,]|$)/i.test(headers.get('content-type') ?? '')) {
      const message = 'Send JSON, with the content type application/json.';
      return { status: 415, code: 'BAD_REQUEST', message };
    }
  } else if (method !== 'GET') {
    const message = 'Use POST, or GET for queries.';
    return { status: 405, code: 'BAD_REQUEST', message, headers: { allow: 'GET, POST' } };
  }
  return undefined;
}

/** Creates a rejection's response. Logs security events. */
export function toResponse(
  { status, code, message, headers, event }: Rejection,
  log: Log,
): Response {
  if (event) securityEvent(log, event, code);
  return graphqlErrorResponse(status, code, message, headers);
}
