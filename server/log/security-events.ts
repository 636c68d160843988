/**
 * Security events: what OWASP ASVS 5.0 16.3 wants in the log, one line each, with who, from where and
 * in which request. Names are those of OWASP's Logging Vocabulary where it has one.
 */
import type { Log } from './log.ts';
import { currentRequest } from './request-context.ts';

/** What happened, and how loudly it is said. */
const levels = {
  /** 16.3.1: authentication. */
  authn_login_success: 'info',
  authn_login_fail: 'warn',
  authn_token_created: 'info',
  authn_impersonate_success: 'warn',
  session_ended: 'info',
  user_updated: 'info',
  /** What managers do to users. */
  user_created: 'warn',
  user_deleted: 'warn',
  authz_change: 'warn',
  authz_admin: 'warn',
  authn_login_lock: 'warn',
  /** 16.3.2: somebody asked for what they may not. */
  authz_fail: 'warn',
  /** 16.3.3: somebody tried to get around a limit, a rule or a check. */
  excess_rate_limit_exceeded: 'warn',
  input_validation_fail: 'warn',
  malicious_cross_site: 'warn',
  business_rule_fail: 'warn',
} as const;

export type SecurityEvent = keyof typeof levels;

/** What a security event is about, besides the request. */
type Subject = {
  /** The id of the user that something was done to. */
  targetId?: string | undefined;
  /** What exactly was done, where the name of the event leaves it open. */
  action?: string | undefined;
};

/** Logs a security event of the current request. `code` is the error that was answered. */
export function securityEvent(
  log: Log,
  event: SecurityEvent,
  code?: string,
  subject: Subject = {},
): void {
  const { requestId, viewerId, impersonatorId, client, operation } = currentRequest() ?? {};
  log[levels[event]](
    { event, code, ...subject, requestId, viewerId, impersonatorId, client, operation },
    'security',
  );
}

/** The event behind an error that was answered, wherever it was; undefined for everyday ones. */
export function refusalEvent(status: number, code: string | undefined): SecurityEvent | undefined {
  if (code === 'INVALID_ORIGIN') return 'malicious_cross_site';
  if (status === 429 || code === 'RATE_LIMITED') return 'excess_rate_limit_exceeded';
  if (code === 'UNAUTHENTICATED' || code === 'FORBIDDEN') return 'authz_fail';
  if (code === 'QUERY_TOO_COMPLEX' || code === 'BAD_REQUEST') return 'input_validation_fail';
  if (status === 401 || status === 403) return 'authz_fail';
  return undefined;
}
