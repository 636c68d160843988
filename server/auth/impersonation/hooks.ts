/** Endpoints that start and end an impersonation, and hooks of those that replace one. */
import type { GenericEndpointContext } from '@better-auth/core';
import { APIError } from 'better-auth/api';
import { expireCookie } from 'better-auth/cookies';
import * as z from 'zod';
import { note, recordNoted } from '#server/auth/audit-log/endpoint-audit.ts';
import type { Endpoint } from '#server/auth/endpoint.ts';
import type { Hook } from '#server/auth/hooks.ts';
import { wasAdminToday } from '#server/auth/sessions/session-rules.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import { currentSignIn } from '#server/auth/sign-in.ts';
import { isIdOf } from '#server/database/ids.ts';

/**
 * Rejects users who aren't onboarded, since the manager would see the form for their name, and recent
 * admins, so that demoting an admin doesn't make them impersonable.
 */
export const requireImpersonable: Hook = async ({ body }, { database }) => {
  const { userId } = body as { userId: string };
  if (!isIdOf('User', userId)) throw new APIError('NOT_FOUND', { code: 'USER_NOT_FOUND' });
  const user = await database.user.findUnique({
    where: { id: userId },
    select: { onboardedAt: true, lastAdminAt: true },
  });
  if (user && (!user.onboardedAt || wasAdminToday(user))) {
    throw new APIError('FORBIDDEN', { code: 'FORBIDDEN' });
  }
};

/** The library's response contains the manager's session, so the ending one must be noted beforehand. */
export const auditImpersonationEnd: Hook = async () => {
  const { id: sessionId, userId, impersonatedBy } = currentSignIn().viewer?.session ?? {};
  if (!userId || !impersonatedBy || !sessionId) return;
  const actorId = impersonatedBy;
  note({ userId, actorId, kind: 'impersonation_ended', sessionId, impersonatedId: userId });
};

/** Expires a cookie that the library leaves behind, which would shorten the manager's next session. */
export const keepSessionLength: Hook = async (context) =>
  expireCookie(context, context.context.authCookies.dontRememberToken);

const impersonatorCookie = ({ context }: GenericEndpointContext) =>
  context.createAuthCookie('admin_session');

/**
 * Ends the session of the manager who impersonates in this browser, and with it the impersonation
 * session. The library would leave it behind.
 */
export const deleteImpersonatorSession: Hook = async (request, { database }) => {
  const { authCookies, secret } = request.context;
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret);
  const kept = await request.getSignedCookie(impersonatorCookie(request).name, secret);
  const current = token
    ? await database.session.findUnique({
        where: { token },
        select: { impersonatorSessionId: true },
      })
    : null;
  const ownSessions = [
    ...(current?.impersonatorSessionId ? [{ id: current.impersonatorSessionId }] : []),
    ...(kept ? [{ token: kept.split(':', 1)[0] ?? '' }] : []),
  ];
  if (ownSessions.length === 0) return;
  const only = { OR: ownSessions };
  const found = await database.session.findMany({ where: only, select: { userId: true } });
  await endSessions(
    database,
    found.map(({ userId }) => userId),
    { only },
  );
};

export const deleteImpersonatorCookie: Hook = async (request) => {
  const cookie = impersonatorCookie(request);
  if (request.getCookie(cookie.name)) expireCookie(request, cookie);
};

/** A new session replaces the browser's previous one, including a manager's behind an impersonation. */
export const replaceImpersonation: Hook = async (context, deps) => {
  if (!context.context.newSession) return;
  await deleteImpersonatorSession(context, deps);
  await deleteImpersonatorCookie(context, deps);
};

/** Errors of better-auth that have no code, by message. */
export const impersonationErrors = {
  'You are not impersonating anyone': { status: 400, code: 'BAD_REQUEST' },
  // The manager's session or its cookie has expired.
  'Failed to find user': { status: 401, code: 'SESSION_EXPIRED' },
  'Failed to find admin session': { status: 401, code: 'SESSION_EXPIRED' },
} as const;

export const impersonationEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/admin/impersonate-user',
    audit: ['impersonated'],
    body: z.strictObject({ userId: z.string().max(100) }),
    who: 'user:impersonate',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    fresh: true,
    signInMethod: 'impersonation',
    event: 'authn_impersonate_success',
    before: requireImpersonable,
  },
  {
    method: 'POST',
    path: '/admin/stop-impersonating',
    audit: ['impersonation_ended'],
    body: z.strictObject({}),
    who: 'viewer',
    event: 'session_ended',
    before: auditImpersonationEnd,
    after: [keepSessionLength, recordNoted],
  },
];
