import { isImpersonated } from '#server/auth/viewer.ts';
import {
  type Context,
  isDisabledPermission,
  isOwner,
  isViewer,
  viewerCan,
  viewerCanIn,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import type { AccessTokenScope } from '#shared/access-token-scopes.ts';
import { grantableScopes, organizationOfAccount } from './token-reader.ts';

/** Of the viewer's own memberships, only those that count in this session. */
export const withViewersMemberships = <Account extends { id: string; memberships: string }>(
  account: Account,
  context: Context,
): Account =>
  context.viewer && isViewer(context, account.id)
    ? { ...account, memberships: context.viewer.user.memberships }
    : account;

/** Scopes that a token of `owner` can have. Roles in organizations don't count when organizations are disabled. */
export function scopesOf(
  { viewer }: Pick<Context, 'viewer'>,
  owner: Owner & { role: string },
  organizationId = organizationOfAccount(owner),
): AccessTokenScope[] {
  const memberships = viewer?.withoutOrganizations ? '' : owner.memberships;
  return grantableScopes({ ...owner, memberships }, organizationId).filter(
    (scope) => !isDisabledPermission({ viewer }, scope),
  );
}

type Owner = { isServiceAccount: boolean; memberships: string };
type Target = { id: string; userId: string; organizationId: string | null; owner: Owner };

/** All members' tokens that are limited to the organization. */
function canManageTokensIn(context: Context, organizationId: string | null): boolean {
  if (organizationId === null || !context.viewer?.session) return false;
  return viewerCanIn(context, organizationId, 'member:update');
}

/** The viewer's own tokens, or a service account's, as a manager of the installation or of its organization. */
export function canManageTokensOf(context: Context, user: Owner & { id: string }): boolean {
  const { viewer } = context;
  if (!viewer?.session || isImpersonated(viewer)) return false;
  if (user.isServiceAccount) {
    const organizationId = organizationOfAccount(user);
    if (organizationId !== null && viewer.withoutOrganizations) return false;
    return (
      viewerCan(context, 'service-account:update') || canManageTokensIn(context, organizationId)
    );
  }
  return isOwner(context, user.id) && viewerCan(context, 'access-token:create');
}

export function canUpdate(context: Context, { userId, owner }: Target): boolean {
  return canManageTokensOf(context, { id: userId, ...owner });
}

/** As the owner, as a manager of everything the token reaches, or with the token itself. */
export function canRevoke(context: Context, token: Omit<Target, 'owner'>): boolean {
  const { viewer } = context;
  const { id, userId, organizationId } = token;
  if (!viewer) return false;
  if (viewer.accessToken) return viewer.accessToken.id === id;
  if (isImpersonated(viewer)) return false;
  return (
    isOwner(context, userId) ||
    viewerCan(context, 'access-token:revoke') ||
    canManageTokensIn(context, organizationId)
  );
}

/** @throws {UserErrors} if a scope isn't one of `granted` */
export function requireScopes(
  scopes: readonly AccessTokenScope[],
  granted: readonly AccessTokenScope[],
): void {
  if (!scopes.every((scope) => granted.includes(scope))) {
    throw userError('SCOPE_NOT_GRANTED', 'scopes');
  }
}
