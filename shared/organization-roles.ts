/** Roles in an organization and their permissions there, in addition to installation roles. */
import { createAccessControl } from 'better-auth/plugins/access';
import { type Permission, permissions } from './permissions.ts';

const statements = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  repository: ['create', 'update', 'delete'],
} as const;

const accessControl = createAccessControl(statements);

const administration = {
  organization: ['update'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  repository: ['create', 'update', 'delete'],
} as const;

/** From most to least powerful. */
export const organizationRoles = {
  owner: accessControl.newRole({ ...administration, organization: ['update', 'delete'] }),
  admin: accessControl.newRole(administration),
  member: accessControl.newRole({}),
};

export type OrganizationRole = keyof typeof organizationRoles;

type Statements = typeof statements;

/** `resource:action`, for example `member:update`. */
export type OrganizationPermission = {
  [Resource in keyof Statements]: `${Resource}:${Statements[Resource][number]}`;
}[keyof Statements];

/** Permissions that an installation role grants everywhere, and an organization role within the organization. */
export type SharedPermission = Exclude<
  OrganizationPermission & Permission,
  `organization:${string}`
>;

export const organizationRoleNames = Object.keys(organizationRoles) as [
  OrganizationRole,
  ...OrganizationRole[],
];

export const organizationPermissions = Object.entries(statements).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as OrganizationPermission),
);

export const sharedPermissions = permissions.filter(
  (permission): permission is SharedPermission =>
    !permission.startsWith('organization:') &&
    (organizationPermissions as readonly string[]).includes(permission),
);

export const isSharedPermission = (permission: string): permission is SharedPermission =>
  (sharedPermissions as readonly string[]).includes(permission);

const granted: ReadonlyMap<OrganizationRole, ReadonlySet<string>> = new Map(
  organizationRoleNames.map((name) => [
    name,
    new Set(
      organizationPermissions.filter((permission) => {
        const [resource = '', action = ''] = permission.split(':');
        return organizationRoles[name].authorize({ [resource]: [action] }).success;
      }),
    ),
  ]),
);

/** Without a role, nothing is granted. */
export function canInOrganization(
  role: OrganizationRole | null | undefined,
  permission: OrganizationPermission,
): boolean {
  return role != null && granted.get(role)?.has(permission) === true;
}

/** Only owners may assign, change or remove owners. */
export function mayAssignRole(role: OrganizationRole, other: OrganizationRole): boolean {
  return canInOrganization(role, 'member:update') && (role === 'owner' || other !== 'owner');
}
