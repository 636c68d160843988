/** What refuses requests of sign-in. They are thrown as better-auth's errors, by our own code and by the library. */
import { APIError, isAPIError } from 'better-auth/api';
import { violatedConstraint } from '#server/database/client.ts';
import { databaseFault } from '#server/database/fault.ts';
import { constraintErrors } from '#server/entities.ts';
import { type Policy, refusalHeaders } from '#server/http/headers.ts';
import { translate } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import type { ApiErrorCode } from '#shared/errors.ts';

/** Refuses a request with a code that has a text. Throw it. */
export const refusal = (status: number, code: string) =>
  new APIError(status as ConstructorParameters<typeof APIError>[0], { code });

/** @throws {APIError} RATE_LIMITED if the client has to wait */
export function requireNoWait(seconds: number | undefined, policy: Policy): void {
  if (!seconds) return;
  throw new APIError(429, { code: 'RATE_LIMITED' }, refusalHeaders(policy, seconds));
}

/** What the library refused a call with. Empty for other errors. */
export const libraryError = (error: unknown): { status?: number; code?: string | undefined } =>
  isAPIError(error) ? { status: error.statusCode, code: error.body?.code } : {};

/** For constraints whose violation has another code here than in GraphQL. */
const codesByConstraint: Readonly<Record<string, string>> = {
  // The library checks it before it inserts, which concurrent requests pass.
  passkey_credentialID_key: 'PREVIOUSLY_REGISTERED',
  // When users delete their own account.
  organization_last_owner: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
};

const codesByStatus: Readonly<Record<number, ApiErrorCode>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  429: 'RATE_LIMITED',
  503: 'SERVICE_UNAVAILABLE',
};

export type RefusedRequest = { status: number; code: string; headers?: Record<string, string> };

/**
 * What a request is refused with because of an error, with the library's code if it has a text. Logs what isn't a refusal.
 *
 * @throws the error if the database is unavailable
 */
export function refusalOf({ log }: { log: Log }, error: unknown): RefusedRequest {
  if (databaseFault(error)) throw error;
  if (isAPIError(error)) {
    const { statusCode: status, body, headers } = error;
    const { code } = body ?? {};
    if (code && translate('en')(`errors:${code}`, { defaultValue: '' }))
      return { status, code, headers: headers as Record<string, string> };
    return {
      status,
      code: codesByStatus[status] ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR'),
    };
  }
  const constraint = violatedConstraint(error) ?? '';
  const code = codesByConstraint[constraint] ?? constraintErrors[constraint]?.code;
  if (code) return { status: 400, code };
  log.error({ err: error }, 'auth.failed');
  return { status: 500, code: 'INTERNAL_ERROR' };
}
