/** Roles and their permissions, for better-auth, the API, the policies and the client. Your own: docs/recipes/role.md. */
import { createAccessControl } from 'better-auth/plugins/access';
import { adminAc, defaultStatements, userAc } from 'better-auth/plugins/admin/access';

const statements = {
  ...defaultStatements,
  user: [
    'create',
    'list',
    'set-role',
    'ban',
    'impersonate',
    'impersonate-admins',
    'delete',
    'set-password',
    'set-email',
    'get',
    'update',
  ],
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  repository: ['read', 'create', 'update', 'delete'],
  'access-token': ['create', 'read', 'revoke'],
  'service-account': ['create', 'update'],
  'audit-log': ['read'],
  passkey: ['reset'],
  system: ['read'],
  organization: ['read', 'create', 'update', 'list', 'manage'],
} as const;

export const accessControl = createAccessControl(statements);

/** The most powerful first. What isn't listed is denied. */
export const roles = {
  admin: accessControl.newRole({
    ...adminAc.statements,
    user: [
      'create',
      'list',
      'set-role',
      'ban',
      'impersonate',
      'delete',
      'set-password',
      'set-email',
      'get',
      'update',
    ],
    account: ['update'],
    apps: ['app', 'manager'],
    repository: ['read', 'create', 'update', 'delete'],
    'access-token': ['create', 'read', 'revoke'],
    'service-account': ['create', 'update'],
    'audit-log': ['read'],
    passkey: ['reset'],
    system: ['read'],
    organization: ['read', 'create', 'update', 'list', 'manage'],
  }),
  user: accessControl.newRole({
    ...userAc.statements,
    account: ['update'],
    apps: ['app'],
    repository: ['read'],
    'access-token': ['create'],
    organization: ['read', 'create', 'update'],
  }),
};

export type Role = keyof typeof roles;

/** For developers, in the API. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  admin: 'Administers users and repositories in the manager area.',
  user: 'Uses the user area.',
};

type Statements = typeof statements;

/** `resource:action`, for example `repository:create`. */
export type Permission = {
  [Resource in keyof Statements]: `${Resource & string}:${Statements[Resource][number]}`;
}[keyof Statements];

export const roleNames = Object.keys(roles) as Role[];

export const permissions = Object.entries(statements).flatMap(([resource, actions]) =>
  actions.map((action) => `${resource}:${action}` as Permission),
);

/** Parses a stored, comma-separated role string. Unknown roles are ignored. */
export function parseRoles(role: string | null | undefined): Role[] {
  return (role ?? '').split(',').filter((word): word is Role => Object.hasOwn(roles, word));
}

/** The highest role in a stored role string: roles are listed from most to least powerful. */
export function highestRole(role: string | null | undefined): Role {
  const held = parseRoles(role);
  return roleNames.find((name) => held.includes(name)) ?? 'user';
}

const isGranted = (name: Role, permission: Permission) => {
  const [resource = '', action = ''] = permission.split(':');
  return roles[name].authorize({ [resource]: [action] }).success;
};

/** Permissions by role, precomputed because each request checks many. */
const granted: ReadonlyMap<Role, ReadonlySet<Permission>> = new Map(
  roleNames.map((name) => [name, new Set(permissions.filter((each) => isGranted(name, each)))]),
);

export function can(role: string | null | undefined, permission: Permission): boolean {
  const only = granted.get(role as Role);
  return only
    ? only.has(permission)
    : parseRoles(role).some((name) => granted.get(name)?.has(permission));
}

export function permissionsOf(role: string | null | undefined): Permission[] {
  return permissions.filter((permission) => can(role, permission));
}
