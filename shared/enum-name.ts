/**
 * GraphQL enum spelling: `access-token:read` becomes `ACCESS_TOKEN_READ`; the type `AccessToken` and the table
 * `access_token` both become `ACCESS_TOKEN`.
 */
export function enumName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[:-]/g, '_')
    .toUpperCase();
}

export function nameOfEnum<Name extends string>(
  value: string,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => enumName(name) === value);
}
