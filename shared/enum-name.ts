/**
 * Names as GraphQL enums spell them: `access-token:read` is `ACCESS_TOKEN_READ`, and so are the
 * type `AccessToken` and the table `access_token` both `ACCESS_TOKEN`.
 */
export function enumName(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[:-]/g, '_')
    .toUpperCase();
}

/** The one of `names` that an enum spells as `value`; undefined if it is none of them. */
export function nameOfEnum<Name extends string>(
  value: string,
  names: readonly Name[],
): Name | undefined {
  return names.find((name) => enumName(name) === value);
}
