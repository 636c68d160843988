import { membershipsOf } from '#server/auth/viewer.ts';
import {
  type AccessTokenScope,
  accessTokenScopes,
  organizationScopes,
  personalScopes,
} from '#shared/access-token-scopes.ts';

type Owner = { role: string; isServiceAccount: boolean; memberships: string };

/** The organization of a service account. Null for people, and for accounts of the installation. */
export function organizationOfAccount(user: {
  isServiceAccount: boolean;
  memberships: string;
}): string | null {
  const [organizationId = null] = membershipsOf(user.memberships).keys();
  return user.isServiceAccount ? organizationId : null;
}

const organizationRolesOf = ({ memberships }: Owner) => [...membershipsOf(memberships).values()];

/**
 * Scopes that a token of `owner` may have, by their role. Within an organization, their role there decides. Otherwise,
 * their roles in all organizations count too. An organization's service account is always limited to it.
 */
export function grantableScopes(
  owner: Owner,
  organizationId = organizationOfAccount(owner),
): AccessTokenScope[] {
  if (organizationId === null) return personalScopes(owner.role, organizationRolesOf(owner));
  const role = membershipsOf(owner.memberships).get(organizationId);
  return role ? organizationScopes(role) : [];
}

/** Filters out stored scopes that no longer exist. */
export function readScopes(stored: readonly string[]): AccessTokenScope[] {
  return stored.filter((scope): scope is AccessTokenScope =>
    (accessTokenScopes as readonly string[]).includes(scope),
  );
}
