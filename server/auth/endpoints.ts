/**
 * The table of /api/auth: one row per endpoint. better-auth registers many more; a path or method that
 * has no row answers 404.
 */
import * as z from 'zod';
import { roleNames } from '#shared/permissions.ts';
import { code, email } from '#shared/rules/account.ts';
import type { Endpoint } from './endpoint.ts';
import * as hooks from './hooks.ts';
import { listUsersQuery } from './list-users-query.ts';

const emptyBody = z.strictObject({});

export const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/email-otp/send-verification-otp',
    body: z.strictObject({ email, type: z.literal('sign-in') }),
    who: 'anyone',
    demo: true,
    event: 'authn_token_created',
    handler: 'requestSignInCode',
  },
  {
    method: 'POST',
    path: '/sign-in/email-otp',
    body: z.strictObject({ email, otp: code }),
    who: 'anyone',
    demo: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInWithCode',
    after: hooks.replaceManagerSession,
  },
  {
    method: 'POST',
    path: '/sign-in/sample',
    body: z.strictObject({ role: z.enum(roleNames) }),
    who: 'anyone',
    demo: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInAsSample',
  },
  {
    method: 'POST',
    path: '/sign-in/social',
    body: z.strictObject({
      provider: z.string().max(30),
      /** The page to open after signing in. */
      redirect: z.string().max(8_000).optional(),
    }),
    who: 'anyone',
    failureEvent: 'authn_login_fail',
    handler: 'startProviderSignIn',
  },
  {
    method: 'GET',
    path: '/callback/:id',
    who: 'anyone',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'finishProviderSignIn',
    after: hooks.replaceManagerSession,
  },
  { method: 'GET', path: '/get-session', who: 'anyone', demo: true },
  {
    method: 'POST',
    path: '/sign-out',
    body: emptyBody,
    who: 'anyone',
    demo: true,
    event: 'session_ended',
    before: hooks.endManagerSession,
    after: hooks.expireManagerCookie,
  },
  {
    method: 'POST',
    path: '/revoke-sessions',
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    event: 'session_ended',
  },
  {
    method: 'POST',
    path: '/revoke-other-sessions',
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    event: 'session_ended',
  },
  {
    method: 'POST',
    path: '/email-otp/request-email-change',
    body: z.strictObject({ newEmail: email }),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'authn_token_created',
    handler: 'requestEmailChange',
  },
  {
    method: 'POST',
    path: '/email-otp/change-email',
    body: z.strictObject({ newEmail: email, otp: code }),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    handler: 'changeEmail',
    after: hooks.announceEmailChange,
  },
  {
    method: 'POST',
    path: '/delete-user',
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_deleted',
  },
  {
    method: 'GET',
    path: '/admin/list-users',
    query: listUsersQuery,
    who: 'user:list',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
    demo: true,
  },
  {
    method: 'POST',
    path: '/admin/impersonate-user',
    body: z.strictObject({ userId: z.string().max(100) }),
    who: 'user:impersonate',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    event: 'authn_impersonate_success',
    before: hooks.requireOnboardedTarget,
  },
  {
    method: 'POST',
    path: '/admin/stop-impersonating',
    body: emptyBody,
    who: 'viewer',
    event: 'session_ended',
    after: hooks.keepSessionLength,
  },
];

const patterns = endpoints.map(
  ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/, '[\\w-]+')}$`),
);

/** The row of a request; `path` without `/api/auth`, in exactly the spelling of the table. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return endpoints[patterns.findIndex((pattern) => pattern.test(`${method} ${path}`))];
}
