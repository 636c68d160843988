import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What stands behind the question mark of the address. */
export function useSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Writes a search parameter in place, so that the way back leaves the page, not the last letter. */
export function useReplaceParam(name: string): (value: string) => Promise<void> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return async (value) => {
    const params = new URLSearchParams(search);
    if (value) params.set(name, value);
    else params.delete(name);
    await navigate({ pathname, search: params.toString() }, { replace: true });
  };
}
