/** Endpoints that start and end an impersonation. */
import { isAPIError } from 'better-auth/api';
import * as z from 'zod';
import { type Endpoint, endpoint } from '#server/auth/endpoint.ts';
import { refusal } from '#server/auth/refusal.ts';
import { cookieLine } from '#server/auth/sessions/cookies.ts';
import { wasAdminToday } from '#server/auth/viewer.ts';
import { isIdOf } from '#server/database/ids.ts';
import { recordEvent } from '#server/features/audit-log/audit-log.ts';

export const impersonationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: '/admin/impersonate-user',
    audit: ['impersonated'],
    input: z.strictObject({ userId: z.string().max(100) }),
    who: 'user:impersonate',
    forbiddenCode: 'YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS',
    fresh: true,
    isWrite: true,
    signInMethod: 'impersonation',
    event: 'authn_impersonate_success',
    async handle({ input, database, library }) {
      if (!isIdOf('User', input.userId)) throw refusal(404, 'USER_NOT_FOUND');
      const user = await database.user.findUnique({
        where: { id: input.userId },
        select: { onboardedAt: true, lastAdminAt: true },
      });
      // The manager would see the form for the name, or a recent admin could be impersonated once they were demoted.
      if (user && (!user.onboardedAt || wasAdminToday(user))) throw refusal(403, 'FORBIDDEN');
      return library((api, sent) => api.impersonateUser({ ...sent, body: input }));
    },
  }),
  endpoint({
    method: 'POST',
    path: '/admin/stop-impersonating',
    audit: ['impersonation_ended'],
    input: z.strictObject({}),
    who: 'viewer',
    isWrite: true,
    event: 'session_ended',
    async handle({ database, library, setCookie, settings, viewer }) {
      const { id: sessionId, userId, impersonatedBy: actorId } = viewer.session;
      if (!actorId) throw refusal(400, 'BAD_REQUEST');
      const own = await library((api, sent) => api.stopImpersonating(sent)).catch((error) => {
        // The manager's session or its cookie has expired.
        throw isAPIError(error) ? refusal(401, 'SESSION_EXPIRED') : error;
      });
      const ended = { userId, actorId, sessionId, impersonatedId: userId } as const;
      await recordEvent(database, { kind: 'impersonation_ended', ...ended });
      // The library leaves it behind, which would shorten the manager's next session.
      setCookie(cookieLine(settings, 'dont_remember'));
      return own;
    },
  }),
];
