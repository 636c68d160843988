import type { ZodType } from 'zod';
import type { AuditEventKind, SignInMethod } from '#server/generated/prisma/client.ts';
import type { Policy } from '#server/http/headers.ts';
import type { SecurityEvent } from '#server/log/security-events.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Auth, AuthSession } from './auth.ts';
import type { CodeLimits } from './email-code/code-limits.ts';
import type { BrowserCookies } from './sessions/cookies.ts';
import type { Services } from './sign-in.ts';

/** Numbers are converted back to text. */
export type QuerySchema = ZodType<Record<string, string | number | undefined>>;

type Who = 'anyone' | 'viewer' | Permission;

export type Endpoint<Body = unknown, By extends Who = Who> = {
  method: 'GET' | 'POST';
  /** Relative to /api/auth, as better-auth registers it. `:id` matches one segment. */
  path: string;
  body?: ZodType<Body>;
  /** Query of a GET. Without it, better-auth reads the query. */
  query?: QuerySchema;
  who: By;
  forbiddenCode?: string;
  refusesImpersonation?: true;
  /** Requires a proof of identity within the last minutes (viewer.ts). */
  fresh?: true;
  demo?: true;
  /** Counts as a write of the client's network. The others have limits of their own. */
  isWrite?: true;
  /** Audit events it can add. Empty if it changes nothing and reads no list. */
  audit: readonly AuditEventKind[];
  /** Recorded in the session that it opens. */
  signInMethod?: SignInMethod;
  event?: SecurityEvent;
  failureEvent?: SecurityEvent;
  /** Answers it. Without it, better-auth does. */
  handle?(call: Call<Body, By extends 'anyone' ? null : AuthSession>): Promise<Response>;
};

/** A request to an endpoint, and what answers it. */
export type Call<Body = unknown, Viewer = AuthSession | null> = Services & {
  auth: Auth;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
  challenges: readonly Challenge[];
  request: Request;
  /** The request's, with cookies that the current secret has signed. */
  headers: Headers;
  /** The client's address. */
  client: string;
  body: Body;
  /** Who sent it. Null if the endpoint is open to anyone. */
  viewer: Viewer;
  refuse(status: number, code: string, headers?: Record<string, string>): Response;
  refuseTooMany(seconds: number, policy: Policy): Response;
  /** Forwards the request to better-auth, at `path` if given, with `body` and `headers` or else the client's own. */
  forward(body?: unknown, path?: string, headers?: Headers): Promise<Response>;
};

/** What a client must solve before an email is sent. Returns the response to a request that does not. */
export type Challenge = (call: Call) => Promise<Response | undefined>;

export type ViewerCall = Call<unknown, AuthSession>;

/** Infers what `handle` receives from the other properties. */
export const endpoint = <Body, By extends Who>(row: Endpoint<Body, By>): Endpoint =>
  row as Endpoint;

/** Opens a session. */
export const signingIn = {
  method: 'POST',
  who: 'anyone',
  event: 'authn_login_success',
  failureEvent: 'authn_login_fail',
} as const;

/** Changes the viewer's own account. */
export const ownAccount = { who: 'viewer', refusesImpersonation: true, fresh: true } as const;

/** Proves the viewer's identity. */
export const reauthenticating = {
  ...signingIn,
  who: 'viewer',
  refusesImpersonation: true,
} as const;
