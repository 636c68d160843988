import { recordAction } from '#server/auth/audit-log.ts';
import { endSessions } from '#server/auth/users.ts';
import type { Context } from '#server/graphql/context.ts';
import { defineMutation, type PayloadFields } from '#server/graphql/mutation.ts';

/** @throws Prisma's error for a missing record, also if the session is not one of `userId` */
async function endSession(context: Context, id: string, userId?: string): Promise<string> {
  const { database, auth } = context;
  const session = await database.session.findUniqueOrThrow({
    where: { id, ...(userId ? { userId } : {}) },
    select: { token: true, userId: true },
  });
  await endSessions(auth, [session.token]);
  await recordAction(context, { userId: session.userId, kind: 'sessions_revoked' });
  return id;
}

const revokedSession: PayloadFields<{ revokedSessionId: string }> = (t) => ({
  revokedSessionId: t.id({
    nullable: true,
    description: 'ID of the ended session. Null if none was ended.',
    resolve: (result) => result.revokedSessionId,
  }),
});

defineMutation('revokeUserSession', {
  description: 'Ends a session of any user, immediately.',
  authScopes: { can: 'session:revoke' },
  target: { field: 'id', model: 'Session' },
  input: {
    description: 'The session to end.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the session.' }) }),
  },
  resolve: async ({ id }, context) => ({ revokedSessionId: await endSession(context, id) }),
  payload: revokedSession,
});

defineMutation('revokeSession', {
  description:
    'Ends a session of the viewer, immediately. NOT_FOUND for sessions of others. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  target: { field: 'id', model: 'Session' },
  input: {
    description: 'The session to end.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the session.' }) }),
  },
  resolve: async ({ id }, context) => ({
    revokedSessionId: await endSession(context, id, context.viewer?.user.id),
  }),
  payload: revokedSession,
});

defineMutation('revokeOtherSessions', {
  description:
    'Ends all sessions of the viewer except that of this request, immediately. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  resolve: async (_input, context) => {
    const { database, auth, viewer } = context;
    if (viewer) {
      const { user, session } = viewer;
      const others = await database.session.findMany({
        where: { userId: user.id, id: { not: session?.id ?? '' } },
        select: { token: true },
      });
      await endSessions(
        auth,
        others.map(({ token }) => token),
      );
      if (others.length) {
        await recordAction(context, { userId: user.id, kind: 'sessions_revoked' });
      }
    }
    return { viewer };
  },
  payload: (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      description: 'The viewer.',
      resolve: (result) => result.viewer,
    }),
  }),
});
