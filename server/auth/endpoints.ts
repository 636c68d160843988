/** Endpoints of /api/auth. better-auth registers many more, but a path or method that isn't listed here returns 404. */
import * as z from 'zod';
import { lockUsers, noteFormerAddress } from '#server/auth/users.ts';
import { recordDeletion, recordEvent } from '#server/features/audit-log/audit-log.ts';
import { providerEndpoints } from '#server/features/identity-provider/endpoints.ts';
import { impersonationEndpoints } from '#server/features/impersonation/endpoints.ts';
import { passkeyEndpoints } from '#server/features/passkey/endpoints.ts';
import { pendingEndpoints } from '#server/features/passkey/pending-endpoints.ts';
import { secureAccountEndpoints } from '#server/features/secure-account/endpoints.ts';
import { limits } from '#shared/limits.ts';
import { roleNames } from '#shared/permissions.ts';
import { searchTerm } from '#shared/rules/search.ts';
import { emailCodeEndpoints } from './email-code/endpoints.ts';
import { type Call, type Endpoint, endpoint, ownAccount, type ViewerCall } from './endpoint.ts';
import { findSession } from './sessions/active-session.ts';
import { cookieLine, sessionCookie } from './sessions/cookies.ts';
import { type BrowserSession, endBrowserSession, endSessions } from './sessions/session-store.ts';

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

/** Removes the cookies of the browser's session. When impersonating, also of the manager's behind it. */
function removeCookies({ setCookie, settings }: Pick<Call, 'setCookie' | 'settings'>): void {
  for (const name of [sessionCookie, 'session_data', 'dont_remember', 'admin_session'])
    setCookie(cookieLine(settings, name));
}

const signedOut = ({ id: sessionId, userId, impersonatedBy }: BrowserSession) => ({
  userId: impersonatedBy ?? userId,
  kind: 'signed_out' as const,
  sessionId,
  impersonatedId: impersonatedBy && userId,
});

/** Ends the viewer's sessions, except `except`. Recorded in the audit log, if there were any. */
async function revokeSessions({ database, viewer }: ViewerCall, except = '') {
  const { userId } = viewer.session;
  await database.$transaction(async (transaction) => {
    const where = { userId, id: { not: except }, expiresAt: { gt: new Date() } };
    const count = await transaction.session.count({ where });
    await endSessions(transaction, [userId], { except });
    if (count > 0) await recordEvent(transaction, { userId, kind: 'sessions_revoked' });
  });
  return { status: true };
}

const revocation = {
  method: 'POST',
  audit: ['sessions_revoked'],
  input: z.strictObject({}),
  ...ownAccount,
  isWrite: true,
  event: 'session_ended',
} as const;

const accountEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: '/get-session',
    audit: [],
    who: 'anyone',
    demo: true,
    async handle(call) {
      const { session, cookies } = await findSession(call, call.headers, call.input as object);
      for (const line of cookies) call.setCookie(line);
      return session;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/sign-out',
    audit: ['signed_out'],
    input: z.strictObject({}),
    who: 'anyone',
    demo: true,
    isWrite: true,
    event: 'session_ended',
    async handle(call) {
      const { database, headers, settings } = call;
      await database.$transaction(async (transaction) => {
        const session = await endBrowserSession(transaction, call, headers);
        if (session && !settings.demo) await recordEvent(transaction, signedOut(session));
      });
      removeCookies(call);
      return { success: true };
    },
  }),
  endpoint({
    ...revocation,
    path: '/revoke-sessions',
    handle: (call) => revokeSessions(call),
  }),
  endpoint({
    ...revocation,
    path: '/revoke-other-sessions',
    handle: (call) => revokeSessions(call, call.viewer.session.id),
  }),
  endpoint({
    method: 'POST',
    path: '/delete-user',
    audit: ['deleted'],
    input: z.strictObject({}),
    ...ownAccount,
    isWrite: true,
    event: 'user_deleted',
    async handle(call) {
      const { database, hmac, settings } = call;
      const { id } = call.viewer.user;
      // Triggers refuse to delete the last admin, and the only owner of an organization.
      await database.$transaction(async (transaction) => {
        await lockUsers(transaction, [id]);
        const select = { id: true, email: true, name: true } as const;
        const stored = await transaction.user.findUnique({ where: { id }, select });
        // Another request has deleted it.
        if (!stored) return;
        await transaction.user.delete({ where: { id }, select: { id: true } });
        await noteFormerAddress({ settings, hmac, database: transaction }, stored.email);
        await recordDeletion(transaction, [stored]);
      });
      removeCookies(call);
      return { success: true };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/admin/list-users',
    audit: ['list_exported'],
    input: listUsersQuery,
    who: 'user:list',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS',
    fresh: true,
    demo: true,
    /** It reads accounts in bulk, as a download does. */
    async handle({ database, input, library, settings, viewer }) {
      const users = await library((api, sent) => api.listUsers({ ...sent, query: input }));
      const userId = viewer.user.id;
      if (!settings.demo)
        await recordEvent(database, { userId, kind: 'list_exported', detail: 'list-users' });
      return users;
    },
  }),
];

export const endpoints: readonly Endpoint[] = [
  ...emailCodeEndpoints,
  ...secureAccountEndpoints,
  ...providerEndpoints,
  ...passkeyEndpoints,
  ...pendingEndpoints,
  ...accountEndpoints,
  ...impersonationEndpoints,
];

const patterns = endpoints.map(
  ({ method, path }) => new RegExp(`^${method} ${path.replace(/:\w+/, '[\\w-]+')}$`),
);

/** `path` excludes `/api/auth` and must match the table's spelling exactly. */
export function findEndpoint(method: string, path: string): Endpoint | undefined {
  return endpoints[patterns.findIndex((pattern) => pattern.test(`${method} ${path}`))];
}
