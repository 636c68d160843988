import { builder } from '#server/graphql/builder.ts';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { enumName } from '#shared/enum-name.ts';
import { languageCodes, languages } from '#shared/languages.ts';
import {
  canInOrganization,
  isSharedPermission,
  organizationRoleNames,
} from '#shared/organization-roles.ts';
import {
  type Permission as PermissionName,
  permissions,
  roleDescriptions,
  roleNames,
  roles,
} from '#shared/permissions.ts';

export const Language = builder.enumType('Language', {
  description: 'A language, by its ISO 639-1 code. New ones may be added.',
  values: Object.fromEntries(
    languageCodes.map((code) => [
      code.toUpperCase(),
      { value: code, description: languages[code].name },
    ]),
  ),
});

export const Role = builder.enumType('Role', {
  description: 'A role. `Permission` lists the roles that grant each permission.',
  values: Object.fromEntries(
    roleNames.map((role) => [enumName(role), { value: role, description: roleDescriptions[role] }]),
  ),
});

const rolesOf = (names: readonly string[]) => names.join(' and ');

function holders(permission: PermissionName): string {
  const [resource = '', action = ''] = permission.split(':');
  const names = roleNames.filter((role) => roles[role].authorize({ [resource]: [action] }).success);
  return names.length ? `granted to ${rolesOf(names)}` : 'reserved, granted to no role';
}

/** Organization roles that grant a permission, for its description. */
function organizationHolders(permission: PermissionName): string {
  if (!isSharedPermission(permission)) return '';
  const names = organizationRoleNames.filter((role) => canInOrganization(role, permission));
  return ` In an organization, also granted to its ${rolesOf(names)}.`;
}

const valuesOf = <Name extends PermissionName>(names: readonly Name[]) =>
  Object.fromEntries(
    names.map((name) => {
      const description = `\`${name}\`, ${holders(name)}.${organizationHolders(name)}`;
      return [enumName(name), { value: name, description }];
    }),
  );

export const Permission = builder.enumType('Permission', {
  description:
    'A permission: a resource and an action, written `resource:action` in descriptions and messages. New ones may be added.',
  values: valuesOf(permissions),
});

export const AccessTokenScope = builder.enumType('AccessTokenScope', {
  description:
    'A permission that an access token can have as a scope. The other values of `Permission` are for signed-in people: what requires them answers ACCESS_TOKEN_REFUSED to every token. New ones may be added.',
  values: valuesOf(accessTokenScopes),
});
