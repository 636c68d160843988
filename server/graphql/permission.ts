/** The API's enums of roles and permissions. */
import { enumName } from '#shared/enum-name.ts';
import { permissions, type Role as RoleName, roleNames, roles } from '#shared/permissions.ts';
import { builder } from './builder.ts';

const roleDescriptions: Record<RoleName, string> = {
  admin: 'Administers users and repositories in the manager area.',
  user: 'Uses the user area.',
};

export const Role = builder.enumType('Role', {
  description: 'A role. `Permission` lists the roles that grant each permission.',
  values: Object.fromEntries(
    roleNames.map((role) => [enumName(role), { value: role, description: roleDescriptions[role] }]),
  ),
});

/** The roles that grant a permission, for its description. */
function holders(permission: (typeof permissions)[number]): string {
  const [resource = '', action = ''] = permission.split(':');
  const names = roleNames.filter((role) => roles[role].authorize({ [resource]: [action] }).success);
  return names.length ? `granted to ${names.join(' and ')}` : 'reserved, granted to no role';
}

export const Permission = builder.enumType('Permission', {
  description:
    'A permission: a resource and an action, written `resource:action` in descriptions and messages. New ones may be added.',
  values: Object.fromEntries(
    permissions.map((permission) => [
      enumName(permission),
      { value: permission, description: `\`${permission}\`, ${holders(permission)}.` },
    ]),
  ),
});
