/** Security events required by OWASP ASVS 5.0 16.3, named after OWASP's Logging Vocabulary if possible. */
import type { Log } from './log.ts';
import { currentRequest, idsOf } from './request-context.ts';

const levels = {
  /** 16.3.1: authentication. */
  authn_login_success: 'info',
  authn_login_fail: 'warn',
  authn_token_created: 'info',
  authn_token_revoked: 'info',
  authn_impersonate_success: 'warn',
  session_ended: 'info',
  user_updated: 'info',
  /** 16.3.1: actions of managers on users. */
  user_created: 'warn',
  user_deleted: 'warn',
  authz_change: 'warn',
  authz_admin: 'warn',
  authn_login_lock: 'warn',
  sensitive_read: 'warn',
  /** 16.3.2: a request without permission. */
  authz_fail: 'warn',
  /** 16.3.3: an attempt to bypass a limit, a rule or a check. */
  excess_rate_limit_exceeded: 'warn',
  input_validation_fail: 'warn',
  malicious_cross_site: 'warn',
  business_rule_fail: 'warn',
} as const;

export type SecurityEvent = keyof typeof levels;

type Subject = {
  targetId?: string | undefined;
  action?: string | undefined;
};

export function securityEvent(
  log: Log,
  event: SecurityEvent,
  code?: string,
  subject: Subject = {},
): void {
  const { client, operation, viewer } = currentRequest() ?? {};
  const { viewerId, impersonatorId } = idsOf({ viewer });
  log[levels[event]](
    { event, code, ...subject, viewerId, impersonatorId, client, operation },
    'security',
  );
}

export function eventOfError(status: number, code: string | undefined): SecurityEvent | undefined {
  if (code === 'INVALID_ORIGIN') return 'malicious_cross_site';
  if (status === 429 || code === 'RATE_LIMITED') return 'excess_rate_limit_exceeded';
  if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN' || code === 'ACCESS_TOKEN_REFUSED') {
    return 'authz_fail';
  }
  if (code === 'QUERY_TOO_COMPLEX' || code === 'BAD_REQUEST') return 'input_validation_fail';
  if (status === 401 || status === 403) return 'authz_fail';
  return undefined;
}
