import { useEffect, useState } from 'react';
import { ApiError } from '#client/lib/errors.ts';
import { searchDelay } from './search-box.tsx';

export type Option = { value: string; label: string; hint?: string | undefined };

/** Options shown without typing more. */
export const shownOptions = 10;

/** Finds the best matches for a term; all options, or the first of them, for an empty one. */
export type FindOptions = (term: string) => Promise<readonly Option[]>;

type Found = { term: string; options: readonly Option[]; failure: ApiError | null };

/** Options for `term`, found once typing has paused. `options` are the previous ones while `searching`. */
export function useOptions(find: FindOptions, term: string, isOpen: boolean) {
  const [found, setFound] = useState<Found | null>(null);
  const [retried, setRetried] = useState({ term: '', count: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `find` may be another function on each render.
  useEffect(() => {
    if (!isOpen) return setFound(null);
    let isCurrent = true;
    const timer = setTimeout(
      async () => {
        const next = await find(term).then(
          (options) => ({ term, options, failure: null }),
          (error) => ({
            term,
            options: [],
            failure: error instanceof ApiError ? error : new ApiError('UNKNOWN_ERROR'),
          }),
        );
        if (isCurrent) setFound(next);
      },
      term === retried.term ? 0 : searchDelay,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [term, isOpen, retried]);

  return {
    options: found?.options ?? [],
    failure: found?.failure ?? null,
    isSearching: found?.term !== term,
    retry() {
      setFound(null);
      setRetried(({ count }) => ({ term, count: count + 1 }));
    },
  };
}
