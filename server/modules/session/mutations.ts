import { recordAction } from '#server/auth/actions.ts';
import { otherSessionTokens } from '#server/auth/sessions/session-store.ts';
import { endSessions } from '#server/auth/users.ts';
import { defineMutation, type PayloadFields, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload } from '#server/graphql/building/record-result.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { limits } from '#shared/limits.ts';
import { sessionRules } from '#shared/rules/session.ts';
import { Session } from './schema.ts';

/** @throws Prisma's P2025 if the session doesn't exist, or isn't one of `userId` */
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
  audit: ['sessions_revoked'],
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
    'Ends a session of the viewer, immediately. NOT_FOUND for a session of another user. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['sessions_revoked'],
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

defineMutation('renameSession', {
  description:
    'Names a session of the viewer. NOT_FOUND for a session of another user. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['session_renamed'],
  target: { field: 'id', model: 'Session' },
  errors: ['NAME_INVALID', 'NAME_TOO_LONG'],
  input: {
    description: 'The session to name, and its name.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the session.' }),
      name: t.string({
        description: `Name, at most ${limits.sessionNameMax} characters. Null or empty removes it.`,
      }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => {
    const { database, viewer } = context;
    const { name } = valid(sessionRules, input);
    const where = { id, userId: viewer?.user.id ?? '', AND: visibleWhere('Session', context) };
    const before = await database.session.findFirstOrThrow({
      where,
      select: { userId: true, name: true },
    });
    const session = await database.session.update({
      ...selection(context, info, { paths: [['session']], columns: ['userId', 'expiresAt'] }),
      where,
      data: { name: name || null },
    });
    if ((name || null) !== before.name) {
      const { userId, name: detail } = before;
      await recordAction(context, { userId, kind: 'session_renamed', audited: { detail } });
    }
    return { session };
  },
  payload: recordPayload('session', Session, 'The named session.'),
});

defineMutation('revokeOtherSessions', {
  description:
    'Ends all sessions of the viewer except the current one, immediately. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['sessions_revoked'],
  resolve: async (_input, context) => {
    const { database, auth, viewer } = context;
    if (viewer) {
      const { user, session } = viewer;
      const own = { userId: user.id, sessionId: session?.id ?? '' };
      const others = await otherSessionTokens(database, own);
      await endSessions(auth, others);
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
