/** Endpoints of /api/auth. better-auth registers many more, but a path or method that isn't listed here returns 404. */
import * as z from 'zod';
import { limits } from '#shared/limits.ts';
import { roleNames } from '#shared/permissions.ts';
import { code, email } from '#shared/rules/account.ts';
import { searchTerm } from '#shared/rules/search.ts';
import * as audit from './audit-log/endpoint-audit.ts';
import type { Endpoint } from './endpoint.ts';
import * as hooks from './hooks.ts';
import * as impersonation from './impersonation/hooks.ts';
import { impersonationEndpoints } from './impersonation/hooks.ts';
import { passkeyEndpoints } from './passkeys/endpoint-rows.ts';
import { providerEndpoints } from './providers/endpoints.ts';

const wholeNumber = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`))
    .transform(Number);

/** Query of GET /admin/list-users. better-auth would accept any column and any number of rows. */
const listUsersQuery = z.strictObject({
  limit: wholeNumber(3).pipe(z.number().min(1).max(limits.pageSizeMax)).default(limits.pageSize),
  offset: wholeNumber(6).optional(),
  searchValue: z.optional(searchTerm),
  searchField: z.enum(['email', 'name']).optional(),
  searchOperator: z.enum(['contains', 'starts_with', 'ends_with']).optional(),
  sortBy: z.enum(['email', 'name', 'createdAt']).optional(),
  sortDirection: z.enum(['asc', 'desc']).optional(),
  filterField: z.literal('role').optional(),
  filterValue: z.enum(roleNames).optional(),
  filterOperator: z.literal('eq').optional(),
});

const emptyBody = z.strictObject({});

export const endpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/email-otp/send-verification-otp',
    audit: [],
    body: z.strictObject({ email, type: z.literal('sign-in') }),
    who: 'anyone',
    demo: true,
    event: 'authn_token_created',
    handler: 'requestSignInCode',
  },
  {
    method: 'POST',
    path: '/sign-in/email-otp',
    audit: ['signed_in', 'created', 'passkey_requested'],
    body: z.strictObject({ email, otp: code }),
    who: 'anyone',
    demo: true,
    signInMethod: 'email_code',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInWithCode',
    after: impersonation.replaceImpersonation,
  },
  {
    method: 'POST',
    path: '/sign-in/sample',
    audit: ['signed_in'],
    body: z.strictObject({ role: z.enum(roleNames) }),
    who: 'anyone',
    demo: true,
    signInMethod: 'sample_account',
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'signInAsSample',
  },
  {
    method: 'POST',
    path: '/secure-account',
    audit: [
      ...(['account_secured', 'email_changed', 'passkey_removed', 'provider_unlinked'] as const),
      ...(['access_token_revoked', 'role_changed', 'invitation_cancelled'] as const),
      ...(['member_role_changed', 'member_removed', 'member_left'] as const),
    ],
    body: z.strictObject({ token: z.string().max(200) }),
    who: 'anyone',
    event: 'session_ended',
    failureEvent: 'authn_login_fail',
    handler: 'secureAccount',
  },
  {
    method: 'POST',
    path: '/reauthenticate/email-otp',
    audit: [],
    body: z.strictObject({ otp: code }),
    who: 'viewer',
    refusesImpersonation: true,
    event: 'authn_login_success',
    failureEvent: 'authn_login_fail',
    handler: 'reauthenticateWithCode',
  },
  ...providerEndpoints,
  ...passkeyEndpoints,
  { method: 'GET', path: '/get-session', audit: [], who: 'anyone', demo: true },
  {
    method: 'POST',
    path: '/sign-out',
    audit: ['signed_out'],
    body: emptyBody,
    who: 'anyone',
    demo: true,
    event: 'session_ended',
    before: [audit.noteSignOut, impersonation.deleteImpersonatorSession],
    after: [impersonation.deleteImpersonatorCookie, audit.recordNoted],
  },
  {
    method: 'POST',
    path: '/revoke-sessions',
    audit: ['sessions_revoked'],
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'session_ended',
    before: audit.noteRevocation,
    after: audit.recordNoted,
  },
  {
    method: 'POST',
    path: '/revoke-other-sessions',
    audit: ['sessions_revoked'],
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'session_ended',
    before: audit.noteOtherSessions,
    after: [hooks.endRenewedSessions, audit.recordNoted],
  },
  {
    method: 'POST',
    path: '/email-otp/request-email-change',
    audit: [],
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
    audit: ['email_changed'],
    body: z.strictObject({ newEmail: email, otp: code }),
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_updated',
    failureEvent: 'authn_login_fail',
    handler: 'changeEmail',
  },
  {
    method: 'POST',
    path: '/delete-user',
    audit: ['deleted'],
    body: emptyBody,
    who: 'viewer',
    refusesImpersonation: true,
    fresh: true,
    event: 'user_deleted',
  },
  {
    method: 'GET',
    path: '/admin/list-users',
    audit: ['list_exported'],
    query: listUsersQuery,
    who: 'user:list',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
    fresh: true,
    demo: true,
    before: audit.noteListRead,
    after: audit.recordNoted,
  },
  ...impersonationEndpoints,
];

const patterns = endpoints.map(
  ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/, '[\\w-]+')}$`),
);

/** `path` excludes `/api/auth` and must match the table's spelling exactly. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return endpoints[patterns.findIndex((pattern) => pattern.test(`${method} ${path}`))];
}
