/**
 * What the viewer may do to a user: the fields `viewerCan…` and the mutations use the same functions.
 * Viewers cannot ban, delete or demote themselves, so that an admin is left.
 */
import { isBanned, isFresh } from '#server/auth/session-rules.ts';
import type { Context } from '#server/graphql/context.ts';
import { isViewer, viewerCan } from '#server/graphql/context.ts';
import { apiError, userError } from '#server/graphql/errors.ts';
import { tokenRefusal } from '#server/graphql/refusal.ts';
import { statusOf } from '#server/graphql/user-status.ts';
import { can } from '#shared/permissions.ts';

type Target = { id: string };

function isSelf(context: Context, user: Target): boolean {
  return isViewer(context, user.id);
}

type TargetWithRole = Target & { role: string; isServiceAccount: boolean };

/** Service accounts have none. Admins change their own email address, with a code: a new address would hand over the account. */
export function canUpdateEmail(context: Context, user: TargetWithRole): boolean {
  return (
    viewerCan(context, 'user:update') &&
    !isSelf(context, user) &&
    !can(user.role, 'user:update') &&
    !user.isServiceAccount
  );
}

export function canSetRole(context: Context, user: Target): boolean {
  return viewerCan(context, 'user:set-role') && !isSelf(context, user);
}

export function canBan(context: Context, user: Target): boolean {
  return viewerCan(context, 'user:ban') && !isSelf(context, user);
}

export function canDelete(context: Context, user: Target): boolean {
  return viewerCan(context, 'user:delete') && !isSelf(context, user);
}

type ImpersonationTarget = Target & {
  role: string;
  onboardedAt: Date | null;
  banned: boolean;
  banExpires: Date | null;
};

/** Admins, banned users and users before onboarding cannot be impersonated. */
export function canImpersonate(context: Context, user: ImpersonationTarget): boolean {
  return (
    viewerCan(context, 'user:impersonate') &&
    !isSelf(context, user) &&
    !can(user.role, 'user:impersonate') &&
    user.onboardedAt !== null &&
    !isBanned(user)
  );
}

type InvitationTarget = Parameters<typeof statusOf>[0] & { isServiceAccount: boolean };

/** Whether the viewer may send this user's invitation again: nobody is invited to a service account. */
export function canResendInvitation(context: Context, user: InvitationTarget): boolean {
  return (
    viewerCan(context, 'user:create') && !user.isServiceAccount && statusOf(user) === 'invited'
  );
}

/** @throws {UserErrors} if this user's invitation cannot be sent again */
export function requireCanResendInvitation(context: Context, user: InvitationTarget): void {
  if (!canResendInvitation(context, user)) throw userError('NO_OPEN_INVITATION');
}

/** @throws {UserErrors} if the viewer may not change this user's email address; FORBIDDEN for a service account */
export function requireCanUpdateEmail(context: Context, user: TargetWithRole): void {
  if (canUpdateEmail(context, user)) return;
  if (user.isServiceAccount) throw apiError('FORBIDDEN', 'A service account has no mailbox.');
  const own = isSelf(context, user);
  throw userError(own ? 'OWN_EMAIL_REQUIRES_CODE' : 'YOU_CANNOT_CHANGE_EMAIL_OF_ADMINS', 'email');
}

/** @throws {UserErrors} if the viewer signed in too long ago; ACCESS_TOKEN_REFUSED for a token */
export function requireFreshSession({ viewer }: Context): void {
  if (viewer?.token) throw tokenRefusal();
  if (!viewer?.session || !isFresh(viewer.session)) throw userError('SESSION_NOT_FRESH');
}

/** @throws {UserErrors} if the viewer may not ban this user */
export function requireCanBan(context: Context, user: Target): void {
  if (!canBan(context, user)) throw userError('YOU_CANNOT_BAN_YOURSELF');
}

/** @throws {UserErrors} if the viewer may not delete this user */
export function requireCanDelete(context: Context, user: Target): void {
  if (!canDelete(context, user)) throw userError('YOU_CANNOT_REMOVE_YOURSELF');
}

/** @throws FORBIDDEN if the viewer may not change this user's role */
export function requireCanSetRole(context: Context, user: Target): void {
  if (!canSetRole(context, user)) {
    throw apiError('FORBIDDEN', 'You cannot change your own role.');
  }
}

/** @throws {UserErrors} if the viewer may not change the role of this user among others */
export function requireCanSetRoleOf(context: Context, user: Target): void {
  if (!canSetRole(context, user)) throw userError('YOU_CANNOT_CHANGE_YOUR_ROLE');
}
