import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  can,
  parseRoles,
  permissions,
  permissionsOf,
  type Role,
  roles,
} from '#shared/permissions.ts';
import { expectedEntities } from '#tests/support/entities.ts';

describe('the role table', () => {
  const expected = (role: Role, general: string[]) =>
    [
      ...general,
      ...expectedEntities.flatMap(({ permissions }) => permissions?.[role] ?? []),
    ].sort();

  const where = '`permissions` of tests/entities/<entity>.ts and shared/permissions.ts differ';

  it('gives a user their account, the app, and what the entities say', () => {
    const general = ['account:update', 'apps:app'];
    expect([...permissionsOf('user')].sort(), where).toEqual(expected('user', general));
  });

  it('gives an admin both areas, and what the entities say', () => {
    const general = ['account:update', 'apps:app', 'apps:manager', 'system:read'];
    expect([...permissionsOf('admin')].sort(), where).toEqual(expected('admin', general));
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
