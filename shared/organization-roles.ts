/** Roles in an organization and what they permit there, besides the roles of the installation. */
import { createAccessControl } from 'better-auth/plugins/access';
import type { Permission } from './permissions.ts';

const statements = {
  organization: ['update', 'delete'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  repository: ['create', 'update', 'delete'],
} as const;

const accessControl = createAccessControl(statements);

/** What owners and admins of an organization may do, which is everything but deleting it. */
const administration = {
  organization: ['update'],
  member: ['create', 'update', 'delete'],
  invitation: ['create', 'cancel'],
  team: ['create', 'update', 'delete'],
  repository: ['create', 'update', 'delete'],
} as const;

/** From most to least powerful. */
export const organizationRoles = {
  owner: accessControl.newRole({ ...administration, organization: ['update', 'delete'] } as never),
  admin: accessControl.newRole(administration as never),
  member: accessControl.newRole({}),
};

export type OrganizationRole = keyof typeof organizationRoles;

type Statements = typeof statements;

/** `resource:action`, for example `member:update`. */
export type OrganizationPermission = {
  [Resource in keyof Statements]: `${Resource}:${Statements[Resource][number]}`;
}[keyof Statements];

/** Permissions that a role of the installation grants everywhere, and one in an organization there. */
export type SharedPermission = OrganizationPermission & Permission & `repository:${string}`;

/** Whether a permission in an organization is one of the installation, too. */
export const isSharedPermission = (
  permission: OrganizationPermission,
): permission is SharedPermission => permission.startsWith('repository:');

export const organizationRoleNames = Object.keys(organizationRoles) as [
  OrganizationRole,
  ...OrganizationRole[],
];

/** Every permission of the table, in its order. */
export const organizationPermissions = Object.entries(statements).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as OrganizationPermission),
);

const granted: ReadonlyMap<OrganizationRole, ReadonlySet<string>> = new Map(
  organizationRoleNames.map((name) => [
    name,
    new Set(
      organizationPermissions.filter((permission) => {
        const [resource = '', action = ''] = permission.split(':');
        return organizationRoles[name].authorize({ [resource]: [action] } as never).success;
      }),
    ),
  ]),
);

/** Whether a role in an organization grants `permission` there. No role grants nothing. */
export function canInOrganization(
  role: OrganizationRole | null | undefined,
  permission: OrganizationPermission,
): boolean {
  return role != null && granted.get(role)?.has(permission) === true;
}

/** Whether `role` may give, change and take away the role `other`: only owners do so with owners. */
export function mayAssignRole(role: OrganizationRole, other: OrganizationRole): boolean {
  return canInOrganization(role, 'member:update') && (role === 'owner' || other !== 'owner');
}
