import {
  canInOrganization,
  type OrganizationPermission,
  type OrganizationRole,
} from '#shared/organization-roles.ts';
import { type Permission, permissions, permissionsOf } from '#shared/permissions.ts';

/** Permissions for what only a signed-in person does, and for areas of the interface. */
const neverByToken: ReadonlySet<Permission> = new Set<Permission>([
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
]);

/** The scopes that a token of a user with this stored role string can have. */
export function grantableScopes(role: string | null | undefined): Permission[] {
  return permissionsOf(role).filter((permission) => !neverByToken.has(permission));
}

/** What a token that is limited to an organization reads, whatever its owner's role there. */
const readingScopes: ReadonlySet<Permission> = new Set<Permission>([
  'repository:read',
  'organization:read',
]);

/** The scopes that a token limited to an organization can have: reading, and what the role there permits. */
export function organizationScopes(role: OrganizationRole): Permission[] {
  return permissions.filter(
    (permission) =>
      readingScopes.has(permission) ||
      canInOrganization(role, permission as OrganizationPermission & Permission),
  );
}

const known = new Set<string>(permissions);

/** The stored scopes of a token, without those of a permission that no longer exists. */
export function readScopes(stored: readonly string[]): Permission[] {
  return stored.filter(
    (scope): scope is Permission => known.has(scope) && !neverByToken.has(scope as Permission),
  );
}
