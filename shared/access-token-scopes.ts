/** Scopes of access tokens: the permissions that programs can use. */
import {
  canInOrganization,
  isSharedPermission,
  type OrganizationRole,
  organizationPermissions,
} from './organization-roles.ts';
import { can, type Permission, permissions } from './permissions.ts';

/** Require a session: granting or revoking access, and areas of the interface. */
const bySessionOnly = [
  'account:read',
  'apps:app',
  'apps:manager',
  'user:set-role',
  'user:impersonate',
  'user:impersonate-admins',
  'user:set-password',
  'user:set-email',
  'session:delete',
  'access-token:create',
  'access-token:revoke',
  'service-account:create',
  'service-account:update',
  'passkey:reset',
  'system:read',
] as const satisfies Permission[];

export type AccessTokenScope = Exclude<Permission, (typeof bySessionOnly)[number]>;

export const isScope = (permission: Permission): permission is AccessTokenScope =>
  !(bySessionOnly as readonly Permission[]).includes(permission);

export const accessTokenScopes = permissions.filter(isScope) as [
  AccessTokenScope,
  ...AccessTokenScope[],
];

/** Read organizations, and what their roles grant permissions for. */
const readingScopes = accessTokenScopes.filter((scope) => {
  const [resource, action] = scope.split(':');
  return (
    action === 'read' && organizationPermissions.some((each) => each.startsWith(`${resource}:`))
  );
});

/** Scopes for a token limited to an organization, given its owner's role there. */
export function organizationScopes(role: OrganizationRole): AccessTokenScope[] {
  const granted: readonly string[] = organizationPermissions.filter((permission) =>
    canInOrganization(role, permission),
  );
  return accessTokenScopes.filter(
    (scope) => readingScopes.includes(scope) || granted.includes(scope),
  );
}

/**
 * Scopes that the owner's role grants to a token. Shared permissions may also come from the owner's roles in
 * organizations, if the token isn't limited to one.
 */
export function personalScopes(
  role: string | null | undefined,
  organizationRoles: readonly OrganizationRole[],
): AccessTokenScope[] {
  const isGrantedInOrganization = (scope: string) =>
    isSharedPermission(scope) && organizationRoles.some((each) => canInOrganization(each, scope));
  return accessTokenScopes.filter((scope) => can(role, scope) || isGrantedInOrganization(scope));
}
