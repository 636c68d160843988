import { runRecorded } from '#server/auth/actions.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { defineMutation, type PayloadFields, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { tokenRefusal } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
import { sessionRules } from '#shared/rules/session.ts';
import { Session } from './schema.ts';

/** Ends sessions of a user and records it, if `end` ends any. Returns whether it did. */
async function endRecorded(
  context: Context,
  userId: string,
  end: (transaction: Prisma.TransactionClient) => Promise<number>,
): Promise<boolean> {
  const actions = await runRecorded(context, async (transaction) =>
    (await end(transaction)) > 0 ? [{ userId, kind: 'sessions_revoked' }] : [],
  );
  return actions.length > 0;
}

/**
 * @throws NOT_FOUND if the session has ended, or isn't one of `ownerId`
 * @throws ACCESS_TOKEN_REFUSED if an access token would end a session of its owner
 */
async function endSession(context: Context, id: string, ownerId?: string): Promise<string> {
  const where = { id, expiresAt: { gt: new Date() }, ...(ownerId ? { userId: ownerId } : {}) };
  const { userId } = await context.database.session.findUniqueOrThrow({
    where,
    select: { userId: true },
  });
  if (context.viewer?.accessToken && userId === context.viewer.user.id) throw tokenRefusal();
  const isEnded = await endRecorded(context, userId, (transaction) =>
    endSessions(transaction, [userId], { only: where }),
  );
  if (!isEnded) throw userError('NOT_FOUND', 'id');
  return id;
}

const anotherSession = {
  what: 'Ending another session than the current one',
  isNeeded: ({ id }: { id: string }, { viewer }: Context) => id !== viewer?.session?.id,
};

const revokedSession: PayloadFields<{ revokedSessionId: string }> = (t) => ({
  revokedSessionId: t.id({
    nullable: true,
    description: 'ID of the ended session. Null if none was ended.',
    resolve: (result) => result.revokedSessionId,
  }),
});

defineMutation('revokeUserSession', {
  description:
    'Ends a session of any user, immediately. An access token cannot end a session of its owner.',
  authScopes: { can: 'session:revoke' },
  audit: ['sessions_revoked'],
  fresh: { byToken: true, only: anotherSession },
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
  fresh: { only: anotherSession },
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
    await runRecorded(context, async ({ session }) => {
      await session.update({ where, data: { name: name || null }, select: { id: true } });
      if ((name || null) === before.name) return [];
      return [{ userId: before.userId, kind: 'session_renamed', audited: { detail: before.name } }];
    });
    return { session: await recordResult('Session', id, { context, info }) };
  },
  payload: recordPayload('session', Session, 'The named session.'),
});

defineMutation('revokeOtherSessions', {
  description:
    'Ends all sessions of the viewer except the current one, immediately. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['sessions_revoked'],
  fresh: {},
  resolve: async (_input, context) => {
    const { viewer } = context;
    if (viewer) {
      const { id } = viewer.user;
      const except = viewer.session?.id ?? '';
      await endRecorded(context, id, (transaction) => endSessions(transaction, [id], { except }));
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
