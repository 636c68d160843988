/** Endpoints that start and end an impersonation. */
import * as z from 'zod';
import { recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { type Endpoint, endpoint } from '#server/auth/endpoint.ts';
import { cookieLine } from '#server/auth/sessions/cookies.ts';
import { wasAdminToday } from '#server/auth/viewer.ts';
import { isIdOf } from '#server/database/ids.ts';

/** Errors of better-auth that have no code, by message. */
export const impersonationErrors: Readonly<Record<string, { status: number; code: string }>> = {
  'You are not impersonating anyone': { status: 400, code: 'BAD_REQUEST' },
  // The manager's session or its cookie has expired.
  'Failed to find user': { status: 401, code: 'SESSION_EXPIRED' },
  'Failed to find admin session': { status: 401, code: 'SESSION_EXPIRED' },
};

export const impersonationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/admin/impersonate-user',
    audit: ['impersonated'],
    body: z.strictObject({ userId: z.string().max(100) }),
    who: 'user:impersonate',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    fresh: true,
    isWrite: true,
    signInMethod: 'impersonation',
    event: 'authn_impersonate_success',
    async handle({ body, database, forward, refuse }) {
      if (!isIdOf('User', body.userId)) return refuse(404, 'USER_NOT_FOUND');
      const user = await database.user.findUnique({
        where: { id: body.userId },
        select: { onboardedAt: true, lastAdminAt: true },
      });
      // The manager would see the form for the name, or a recent admin could be impersonated once they were demoted.
      if (user && (!user.onboardedAt || wasAdminToday(user))) return refuse(403, 'FORBIDDEN');
      return forward();
    },
  }),
  endpoint({
    method: 'POST',
    path: '/admin/stop-impersonating',
    audit: ['impersonation_ended'],
    body: z.strictObject({}),
    who: 'viewer',
    isWrite: true,
    event: 'session_ended',
    async handle({ database, forward, settings, viewer }) {
      const { id: sessionId, userId, impersonatedBy: actorId } = viewer.session;
      const response = await forward();
      if (!response.ok) return response;
      const ended = { userId, actorId, sessionId, impersonatedId: userId } as const;
      await recordEvent(database, { kind: 'impersonation_ended', ...ended });
      // The library leaves it behind, which would shorten the manager's next session.
      response.headers.append('set-cookie', cookieLine(settings, 'dont_remember'));
      return response;
    },
  }),
];
