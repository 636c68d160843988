/** What the viewer may do to an access token: the fields `viewerCan…` and the mutations use the same functions. */
import { isFresh } from '#server/auth/session-rules.ts';
import { type Context, isOwner, viewerCan } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';

type Target = { id: string; userId: string; owner: { isServiceAccount: boolean } };

/** Whether the viewer may create, change and rotate tokens of this user: their own, or a service account's. */
export function canManageTokensOf(
  context: Context,
  user: { id: string; isServiceAccount: boolean },
): boolean {
  const { viewer } = context;
  if (!viewer?.session || viewer.session.impersonatedBy) return false;
  if (user.isServiceAccount) return viewerCan(context, 'service-account:update');
  return isOwner(context, user.id) && viewerCan(context, 'access-token:create');
}

export function canUpdate(context: Context, { userId, owner }: Target): boolean {
  return canManageTokensOf(context, { id: userId, ...owner });
}

/** Whether the viewer may revoke a token: as its owner, as a manager, or by itself. */
export function canRevoke(context: Context, { id, userId }: Omit<Target, 'owner'>): boolean {
  const { viewer } = context;
  if (!viewer) return false;
  if (viewer.token) return viewer.token.id === id;
  if (viewer.session?.impersonatedBy) return false;
  return isOwner(context, userId) || viewerCan(context, 'access-token:revoke');
}

/** @throws {UserErrors} if the viewer signed in too long ago to receive a secret */
export function requireFreshSession({ viewer }: Context): void {
  if (!viewer?.session || !isFresh(viewer.session)) throw userError('SESSION_NOT_FRESH');
}
