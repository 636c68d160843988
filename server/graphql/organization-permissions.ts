/** Permissions that don't count while organizations are disabled. */
import type { Entity } from '#server/database/entity.ts';
import { entities } from '#server/entities.ts';
import type { Permission } from '#shared/permissions.ts';

const resourceOf = (permission = '') => permission.split(':')[0];

const readPermissions = new Set(entities.map(({ readPermission }: Entity) => readPermission));

/** Resources whose records all belong to organizations. */
const resources = new Set(
  entities
    .filter((each: Entity) => each.isOfOrganizations || each.belongsToOrganization)
    .map(({ readPermission }) => resourceOf(readPermission)),
);

export const isOfOrganizations = (permission: Permission) => resources.has(resourceOf(permission));

/** Whether a permission is for what organizations do. Managers still read what there is of them. */
export const needsOrganizations = (permission: Permission) =>
  isOfOrganizations(permission) && !readPermissions.has(permission);
