import { runActions } from '#server/auth/actions.ts';
import { endSessions } from '#server/auth/sessions/session-store.ts';
import type { Transaction } from '#server/database/client.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { viewerPayload } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { orByAccessToken, requireViewer, tokenRefusal } from '#server/graphql/refusal.ts';

/** Logs that sessions of a user ended, if `end` ends any. Returns whether it did. */
async function endAndLog(
  context: Context,
  userId: string,
  end: (transaction: Transaction) => Promise<number>,
): Promise<boolean> {
  const actions = await runActions(context, async (transaction) =>
    (await end(transaction)) > 0 ? [{ userId, kind: 'sessions_revoked' }] : [],
  );
  return actions.length > 0;
}

/**
 * @throws NOT_FOUND if the session has ended, or isn't one of `ownerId`
 * @throws ACCESS_TOKEN_REFUSED if an access token would end a session of its owner
 */
async function endSession(context: Context, id: string, ownerId?: string): Promise<void> {
  const where = { id, expiresAt: { gt: new Date() }, ...(ownerId ? { userId: ownerId } : {}) };
  const { userId } = await context.database.session.findUniqueOrThrow({
    where,
    select: { userId: true },
  });
  if (context.viewer?.accessToken && userId === context.viewer.user.id) throw tokenRefusal();
  const isEnded = await endAndLog(context, userId, (transaction) =>
    endSessions(transaction, [userId], { only: where }),
  );
  if (!isEnded) throw userError('NOT_FOUND', 'id');
}

const anotherSession = {
  what: 'Ending another session than the current one',
  isNeeded: ({ id }: { id: string }, { viewer }: Context) => id !== viewer?.session?.id,
};

const revocation = {
  changes: 'Session',
  audit: ['sessions_revoked'],
  returns: { revokedSessionId: 'ID of the ended session. Null if none was ended.' },
} as const;

const ownAccount = { can: 'account:update', notImpersonating: true, bySession: true } as const;

defineChange('revokeUserSession', {
  ...revocation,
  description: 'Ends a session of any user. An access token ends none of its owner.',
  authScopes: { can: 'session:revoke' },
  fresh: orByAccessToken({ only: anotherSession }),
  resolve: async ({ id }, context) => {
    await endSession(context, id);
  },
});

defineChange('revokeSession', {
  ...revocation,
  description:
    'Ends a session of the viewer, immediately. NOT_FOUND for a session of another user. Refused while impersonating.',
  authScopes: ownAccount,
  fresh: { only: anotherSession },
  resolve: async ({ id }, context) => {
    await endSession(context, id, requireViewer(context).user.id);
  },
});

defineMutation('revokeOtherSessions', {
  description:
    'Ends all sessions of the viewer except the current one, immediately. Refused while impersonating.',
  authScopes: ownAccount,
  audit: ['sessions_revoked'],
  fresh: {},
  resolve: async (_input, context) => {
    const { user, session } = requireViewer(context);
    const others = { except: session?.id ?? '' };
    await endAndLog(context, user.id, (transaction) => endSessions(transaction, [user.id], others));
    return {};
  },
  payload: viewerPayload('The viewer.'),
});
