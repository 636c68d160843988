import { describe, expect, it } from 'vitest';
import { enumName, nameOfEnum } from '#shared/enum-name.ts';
import { permissions } from '#shared/permissions.ts';

describe('the name of a GraphQL enum value', () => {
  it.each([
    ['access-token:read', 'ACCESS_TOKEN_READ'],
    ['user:set-role', 'USER_SET_ROLE'],
    ['AccessToken', 'ACCESS_TOKEN'],
    ['access_token', 'ACCESS_TOKEN'],
    ['Repository', 'REPOSITORY'],
    ['admin', 'ADMIN'],
  ])('is, for %s, %s', (name, value) => {
    expect(enumName(name)).toBe(value);
    expect(nameOfEnum(value, ['other', name])).toBe(name);
  });

  it.each(permissions)('leads back to %s', (permission) => {
    expect(nameOfEnum(enumName(permission), permissions)).toBe(permission);
  });

  it('leads to nothing for a value that is none of the names', () => {
    expect(nameOfEnum('USER_FLY', permissions)).toBeUndefined();
  });
});
