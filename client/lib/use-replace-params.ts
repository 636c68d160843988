import { useLocation, useNavigate } from 'react-router';

/** Writes several search parameters at once and in place; an empty value takes its parameter away. */
export function useReplaceParams(): (values: Record<string, string>) => Promise<void> {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return async (values) => {
    const params = new URLSearchParams(search);
    for (const [name, value] of Object.entries(values)) {
      if (value) params.set(name, value);
      else params.delete(name);
    }
    await navigate({ pathname, search: params.toString() }, { replace: true });
  };
}
