/** The search parameters that each list was last shown with, so that a way back leads to the same entries. */
const shown = new Map<string, string>();

/** Records how a list is shown. */
export function rememberList(pathname: string, search: string) {
  shown.set(pathname, search);
}

/** The address of a list as it was last shown. */
export function listAddress(pathname: string): string {
  return `${pathname}${shown.get(pathname) ?? ''}`;
}
