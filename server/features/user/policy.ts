/**
 * Permissions on users, shared by the `viewerCan…` fields and the mutations. Viewers can't ban, delete or demote
 * themselves, so an admin always remains.
 */

import { wasAdminToday } from '#server/auth/viewer.ts';
import type { Prisma, User } from '#server/generated/prisma/client.ts';
import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';
import { apiError, userError } from '#server/graphql/errors.ts';
import { missingPermission, requireFreshSession, tokenRefusal } from '#server/graphql/refusal.ts';
import { statusColumns, statusOf } from '#server/graphql/types/user-status.ts';
import { can, type Permission } from '#shared/permissions.ts';

type Target = { id: string };

const isSelf = (context: Context, { id }: Target) => isViewer(context, id);

/** Handing over an account requires a proof of identity. An access token can't give one. */
const isSignedIn = ({ viewer }: Context) => viewer?.session != null;

function refuseAccessToken({ viewer }: Context): void {
  if (viewer?.accessToken) throw tokenRefusal();
}

export const usageColumns = {
  ...statusColumns,
  onboardedAt: true,
  lastAdminAt: true,
  _count: { select: { sessions: true, accounts: true, accessTokens: true } },
} as const;

type Usage = Prisma.UserGetPayload<{ select: typeof usageColumns }>;

/** Nothing belongs to the account, such as a session. */
export function isUnused({ emailVerified, lastActiveAt, onboardedAt, _count }: Usage): boolean {
  if (emailVerified || lastActiveAt !== null || onboardedAt !== null) return false;
  return Object.values(_count).every((count) => count === 0);
}

type EmailTarget = Usage & Pick<User, 'id' | 'role' | 'isServiceAccount'>;

/**
 * Service accounts have no mailbox. Admins change their own address, with a code: a new one would hand over the
 * account, unless no one has signed in yet.
 */
export function canUpdateEmail(context: Context, user: EmailTarget): boolean {
  return (
    isSignedIn(context) &&
    viewerCan(context, 'user:update') &&
    !isSelf(context, user) &&
    ((!can(user.role, 'user:update') && !wasAdminToday(user)) || isUnused(user)) &&
    !user.isServiceAccount
  );
}

const canToOthers =
  (permission: Permission) =>
  (context: Context, user: Target): boolean =>
    viewerCan(context, permission) && !isSelf(context, user);

export const canSetRole = canToOthers('user:set-role');
export const canBan = canToOthers('user:ban');
export const canDelete = canToOthers('user:delete');

type InvitationTarget = Parameters<typeof statusOf>[0] & { isServiceAccount: boolean };

/** Service accounts are never invited. */
export function canResendInvitation(context: Context, user: InvitationTarget): boolean {
  return (
    viewerCan(context, 'user:create') && !user.isServiceAccount && statusOf(user) === 'invited'
  );
}

/** @throws {UserErrors} unless `canUpdateEmail` */
function requireCanUpdateEmail(context: Context, user: EmailTarget): void {
  refuseAccessToken(context);
  if (canUpdateEmail(context, user)) return;
  if (user.isServiceAccount) throw apiError('FORBIDDEN', 'A service account has no mailbox.');
  if (isSelf(context, user)) throw userError('YOU_CANNOT_CHANGE_YOUR_EMAIL', 'email');
  if (can(user.role, 'user:update') || !wasAdminToday(user)) {
    throw userError('YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS', 'email');
  }
  throw userError('YOU_CANNOT_CHANGE_EMAIL_OF_FORMER_ADMINS_YET', 'email');
}

/** A leaked access token must not end the sessions of its owner, who revokes it with one. */
export function refuseAccessTokenOf(context: Context, user: Target): void {
  if (isSelf(context, user)) refuseAccessToken(context);
}

/**
 * @throws {UserErrors} if the user is the viewer
 * @throws FORBIDDEN if the viewer may not change roles
 */
export function requireCanSetRole(context: Context, user: Target): void {
  refuseAccessToken(context);
  if (canSetRole(context, user)) return;
  throw isSelf(context, user)
    ? userError('YOU_CANNOT_CHANGE_YOUR_ROLE', 'role')
    : missingPermission(context.viewer, 'user:set-role');
}

export type UserChanges = { email?: string; name?: string; role?: string };

/** Forms send all fields. Returns those that differ from the user's. */
export function changesOf(user: Required<UserChanges>, fields: UserChanges): UserChanges {
  const { email, name, role } = fields;
  return {
    ...(name !== undefined && name !== user.name && { name }),
    ...(email !== undefined && email !== user.email && { email }),
    ...(role !== undefined && role !== user.role && { role }),
  };
}

export const needsProof = ({ email, role }: UserChanges): boolean =>
  email !== undefined || role !== undefined;

/**
 * @throws {UserErrors} SESSION_NOT_FRESH, or what of this user the viewer may not change
 * @throws FORBIDDEN if the viewer may not change roles
 */
export function requireCanChange(context: Context, user: EmailTarget, changes: UserChanges): void {
  if (needsProof(changes)) requireFreshSession(context);
  if (changes.email !== undefined) requireCanUpdateEmail(context, user);
  if (changes.role !== undefined) requireCanSetRole(context, user);
}
