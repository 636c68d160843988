import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { can, parseRoles, permissions, permissionsOf, roles } from '#shared/permissions.ts';

describe('the role table', () => {
  it('gives a user their account, the app, and repositories to read', () => {
    expect(permissionsOf('user')).toEqual(['account:update', 'apps:app', 'repository:read']);
  });

  it('gives an admin both areas, repositories and the administration of people', () => {
    expect(permissionsOf('admin')).toEqual([
      'user:create',
      'user:list',
      'user:set-role',
      'user:ban',
      'user:impersonate',
      'user:delete',
      'user:set-password',
      'user:set-email',
      'user:get',
      'user:update',
      'session:list',
      'session:revoke',
      'session:delete',
      'account:update',
      'apps:app',
      'apps:manager',
      'repository:read',
      'repository:create',
      'repository:update',
      'repository:delete',
    ]);
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
