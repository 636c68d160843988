/**
 * GraphQL enum spelling: `repository:read` becomes `REPOSITORY_READ`; the type `AuthAccount` and the table `auth_account`
 * both become `AUTH_ACCOUNT`.
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
