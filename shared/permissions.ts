/**
 * Who may do what: the one role table. better-auth's admin plugin takes `accessControl` and `roles`,
 * the GraphQL schema's scope `can` and every policy ask `can()`, and the client receives the answer
 * as `viewer.permissions`. Everything that is not listed is denied. Source: specification, section 6.
 */
import { createAccessControl } from 'better-auth/plugins/access';
import { adminAc, defaultStatements, userAc } from 'better-auth/plugins/admin/access';

const statements = {
  ...defaultStatements,
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  repository: ['read', 'create', 'update', 'delete'],
} as const;

export const accessControl = createAccessControl(statements);

export const roles = {
  admin: accessControl.newRole({
    ...adminAc.statements,
    account: ['update'],
    apps: ['app', 'manager'],
    repository: ['read', 'create', 'update', 'delete'],
  }),
  user: accessControl.newRole({
    ...userAc.statements,
    account: ['update'],
    apps: ['app'],
    repository: ['read'],
  }),
};

export type Role = keyof typeof roles;

type Statements = typeof statements;

/** `resource:action`, for example `repository:create`. */
export type Permission = {
  [Resource in keyof Statements]: `${Resource & string}:${Statements[Resource][number]}`;
}[keyof Statements];

export const roleNames = Object.keys(roles) as Role[];

/** Every permission there is, in the order of the table. */
export const permissions = Object.entries(statements).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as Permission),
);

/**
 * The roles in a stored role string, which may hold several separated by commas. An unknown word
 * grants nothing.
 */
export function parseRoles(role: string | null | undefined): Role[] {
  return (role ?? '').split(',').filter((word): word is Role => Object.hasOwn(roles, word));
}

/** The first of the roles in `role` by the order of the table, which lists the mightiest first. */
export function highestRole(role: string | null | undefined): Role {
  const held = parseRoles(role);
  return roleNames.find((name) => held.includes(name)) ?? 'user';
}

/** Whether one of the roles in `role` grants `permission`. A stranger has no role and may nothing. */
export function can(role: string | null | undefined, permission: Permission): boolean {
  const [resource = '', action = ''] = permission.split(':');
  return parseRoles(role).some((name) => roles[name].authorize({ [resource]: [action] }).success);
}

/** All that a role string grants. */
export function permissionsOf(role: string | null | undefined): Permission[] {
  return permissions.filter((permission) => can(role, permission));
}
