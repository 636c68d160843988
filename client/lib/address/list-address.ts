/** Last search parameters of each list, so that back links lead to the same entries. */
const shown = new Map<string, string>();

export function rememberList(pathname: string, search: string) {
  shown.set(pathname, search);
}

export function listAddress(pathname: string): string {
  return `${pathname}${shown.get(pathname) ?? ''}`;
}
