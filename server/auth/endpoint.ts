import type { ZodType } from 'zod';
import type { AuditEventKind, SignInMethod } from '#server/generated/prisma/client.ts';
import { clientAddressHeader, type Policy, refusalHeaders } from '#server/http/headers.ts';
import type { SecurityEvent } from '#server/log/security-events.ts';
import type { Permission } from '#shared/permissions.ts';
import type { AuthSession } from './auth.ts';
import type { Hooks } from './hooks.ts';

/** Numbers are converted back to text. */
export type QuerySchema = ZodType<Record<string, string | number | undefined>>;

export type HandlerName =
  | 'requestSignInCode'
  | 'signInWithCode'
  | 'signInAsSample'
  | 'secureAccount'
  | 'reauthenticateWithCode'
  | 'requestEmailChange'
  | 'changeEmail'
  | 'startProviderSignIn'
  | 'finishProviderSignIn'
  | 'startPasskeyRegistration'
  | 'addPasskey'
  | 'startPasskeySignIn'
  | 'signInWithPasskey'
  | 'reauthenticateWithPasskey'
  | 'startPasskeySetup'
  | 'finishPasskeySetup'
  | 'signInWithRecoveryCode';

export type Endpoint = {
  method: 'GET' | 'POST';
  /** Relative to /api/auth, as better-auth registers it. `:id` matches one segment. */
  path: string;
  body?: ZodType;
  /** Query of a GET. Without it, better-auth reads the query. */
  query?: QuerySchema;
  who: 'anyone' | 'viewer' | Permission;
  forbiddenCode?: string;
  refusesImpersonation?: true;
  /** Requires a proof of identity within the last minutes (session-rules.ts). */
  fresh?: true;
  demo?: true;
  /** Audit events it can add. Empty if it changes nothing and reads no list. */
  audit: readonly AuditEventKind[];
  /** Recorded in the session that it opens. */
  signInMethod?: SignInMethod;
  event?: SecurityEvent;
  failureEvent?: SecurityEvent;
  /** Our own handler. Without it, better-auth answers and a POST counts as a write. */
  handler?: HandlerName;
  before?: Hooks;
  after?: Hooks;
};

export type AuthRequest = {
  request: Request;
  body: unknown;
  viewer: AuthSession | null;
  refuse(status: number, code: string, headers?: Record<string, string>): Response;
  /** Forwards the request to better-auth, at `path` if given, with `body` and `headers` or else the client's own. */
  forward(body?: unknown, path?: string, headers?: Headers): Promise<Response>;
};

export function refuseTooMany({ refuse }: AuthRequest, seconds: number, policy: Policy): Response {
  return refuse(429, 'RATE_LIMITED', refusalHeaders(policy, seconds));
}

export function clientAddressOf({ request }: AuthRequest): string {
  return request.headers.get(clientAddressHeader) ?? 'unknown';
}

/** The user and the session of a request to an endpoint that isn't open to anyone. */
export function requireViewer({ viewer }: AuthRequest): AuthSession {
  if (!viewer) throw new Error('The endpoint is open to anyone.');
  return viewer;
}
