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

const known = new Set<string>(permissions);

/** The stored scopes of a token, without those of a permission that no longer exists. */
export function readScopes(stored: readonly string[]): Permission[] {
  return stored.filter(
    (scope): scope is Permission => known.has(scope) && !neverByToken.has(scope as Permission),
  );
}
