import { useSearchParams } from 'react-router';

export const useSearch = (): URLSearchParams => useSearchParams()[0];

/**
 * Sets query parameters; an empty value removes its parameter. Replaces the history entry, so that going back leaves
 * the page instead of undoing one letter of a search.
 */
export function useReplaceParams(): (values: Record<string, string>) => void {
  const [search, setSearch] = useSearchParams();
  return (values) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    setSearch(params, { replace: true });
  };
}

export function useReplaceParam(name: string): (value: string) => void {
  const replaceParams = useReplaceParams();
  return (value) => replaceParams({ [name]: value });
}

/** Last search parameters of each list, so that back links lead to the same entries. */
const shown = new Map<string, string>();

export function rememberList(pathname: string, search: string) {
  shown.set(pathname, search);
}

export function listAddress(pathname: string): string {
  return `${pathname}${shown.get(pathname) ?? ''}`;
}
