import { type Role, roleNames } from '#shared/permissions.ts';

/** The GraphQL enum value of a role: `ADMIN` for `admin`. */
export function apiRole<Name extends Role>(role: Name): Uppercase<Name> {
  return role.toUpperCase() as Uppercase<Name>;
}

/** The least powerful first, as forms suggest them. */
export const suggestedRoles: readonly Role[] = roleNames.toReversed();
