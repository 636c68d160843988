import type { ZodType } from 'zod';
import type { AuditEventKind, SignInMethod } from '#server/generated/prisma/client.ts';
import type { SecurityEvent } from '#server/log/security-events.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Auth } from './auth.ts';
import type { CodeLimits } from './email-code/code-limits.ts';
import type { BrowserCookies } from './sessions/cookies.ts';
import type { SessionViewer } from './sessions/session-store.ts';
import { currentSignIn, type Services } from './sign-in.ts';

type Who = 'anyone' | 'viewer' | Permission;

export type Endpoint<Input = unknown, By extends Who = Who> = {
  method: 'GET' | 'POST';
  /** Relative to /api/auth, as better-auth registers it. `:id` matches one segment. */
  path: string;
  /** The body of a POST, or the query of a GET. Without it, better-auth reads the query. */
  input?: ZodType<Input>;
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
  /**
   * Its sign-in proves the viewer's identity in this way, which counts for what the method allows. The session keeps its ID,
   * and its cookie is replaced (OWASP ASVS 5.0 7.2.4).
   */
  renews?: SignInMethod;
  event?: SecurityEvent;
  failureEvent?: SecurityEvent;
  /** Answers it with JSON or a redirect. Throws refusals (refusal.ts). */
  handle(call: Call<Input, By extends 'anyone' ? null : SessionViewer>): Promise<object | null>;
};

type Sent = { headers: Headers; returnHeaders: true };

/** A request to an endpoint, and what answers it. */
export type Call<Input = unknown, Viewer = SessionViewer | null> = Services & {
  auth: Auth;
  codeLimits: CodeLimits;
  cookies: BrowserCookies;
  challenges: readonly Challenge[];
  request: Request;
  /** The request's, with cookies that the current secret has signed. */
  headers: Headers;
  client: string;
  input: Input;
  /** Who sent it. Null if the endpoint is open to anyone. */
  viewer: Viewer;
  setCookie(line: string): void;
  /** Calls better-auth with `headers` or else the request's. Its cookies are added to the response. */
  library<T>(
    ask: (api: Auth['api'], sent: Sent) => Promise<{ response: T; headers?: Headers | null }>,
    headers?: Headers,
  ): Promise<T>;
};

/** Refuses clients that haven't solved what they must before an email is sent. */
export type Challenge = (call: Call) => Promise<void>;

export type ViewerCall = Call<unknown, SessionViewer>;

/** Infers what `handle` receives from the other properties. */
export const endpoint = <Input, By extends Who>(row: Endpoint<Input, By>): Endpoint =>
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

/** Opens a session for the owner of an address, or renews the viewer's. The request must have proved that they sent it. */
export function openSession(
  { library }: Pick<Call, 'library'>,
  { email, securedAt }: { email: string; securedAt?: Date | null },
): Promise<{ user: object }> {
  currentSignIn().credentials = { email, ...(securedAt !== undefined && { securedAt }) };
  return library((api, sent) => api.openSession({ ...sent, body: { email } }));
}
