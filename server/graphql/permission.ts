/** The role table as the API names it. */
import { enumName } from '#shared/enum-name.ts';
import { permissions, type Role as RoleName, roleNames, roles } from '#shared/permissions.ts';
import { builder } from './builder.ts';

const roleDescriptions: Record<RoleName, string> = {
  admin: 'A manager: administers repositories and people.',
  user: 'Uses the application.',
};

export const Role = builder.enumType('Role', {
  description: 'A role; what it grants is the product’s role table.',
  values: Object.fromEntries(
    roleNames.map((role) => [enumName(role), { value: role, description: roleDescriptions[role] }]),
  ),
});

/** Who has a permission, for its description. */
function holders(permission: (typeof permissions)[number]): string {
  const [resource = '', action = ''] = permission.split(':');
  const names = roleNames.filter((role) => roles[role].authorize({ [resource]: [action] }).success);
  return names.length ? `granted to ${names.join(' and ')}` : 'granted to nobody';
}

export const Permission = builder.enumType('Permission', {
  description: 'Something one may do: a resource and an action.',
  values: Object.fromEntries(
    permissions.map((permission) => [
      enumName(permission),
      { value: permission, description: `\`${permission}\`, ${holders(permission)}.` },
    ]),
  ),
});
