import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  can,
  parseRoles,
  permissions,
  permissionsOf,
  type Role,
  roleNames,
  roles,
} from '#shared/permissions.ts';
import { rolePermissions } from '#tests/support/role-permissions.ts';

const file = 'tests/support/role-permissions.ts';

describe('the role table', () => {
  it.each(roleNames)('gives %s what the tests expect', (role) => {
    const expected = rolePermissions[role];
    expect(expected, `${role} needs a row in ${file}: what it may do, by hand`).toBeDefined();
    const where = `${file} and shared/permissions.ts differ`;
    expect([...permissionsOf(role)].sort(), where).toEqual([...(expected ?? [])].sort());
  });

  it('has every role that the tests expect', () => {
    expect(roleNames.toSorted()).toEqual(Object.keys(rolePermissions).sort());
  });

  // Users are found by a role's name in their list of roles.
  it('has no role whose name contains another, or more than letters', () => {
    const unusable = (role: Role) =>
      !/^[a-z]+$/.test(role) || roleNames.some((other) => other !== role && role.includes(other));
    expect(roleNames.filter(unusable)).toEqual([]);
  });

  it('grants what one of several roles grants', () => {
    expect(can('user,admin', 'user:ban')).toBe(true);
  });

  it.each([null, undefined, '', ' admin', 'Admin', 'admin;user', 'constructor', '__proto__'])(
    'gives nothing for the role %j',
    (role) => expect(permissionsOf(role)).toEqual([]),
  );

  it('gives nothing for words that are no role, whatever they are', () => {
    fc.assert(
      fc.property(fc.string(), (role) => {
        const known = role.split(',').some((word) => Object.hasOwn(roles, word));
        expect(permissionsOf(role).length > 0).toBe(known);
        expect(parseRoles(role).length > 0).toBe(known);
      }),
    );
  });

  it('names each permission once', () => {
    expect(new Set(permissions).size).toBe(permissions.length);
  });
});
