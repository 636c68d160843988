import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router';
import { enhanceList } from '#client/ui/list/enhance-list.ts';

type Loading = { connection?: unknown; failure?: unknown; fetching: boolean; retry: () => void };

/** Refetches a page that was invalidated while loading because an entry was deleted. */
export function useLostPage({ connection, failure, fetching, retry }: Loading) {
  const isLost = !connection && !failure && !fetching;
  const ask = useEffectEvent(retry);
  useEffect(() => {
    if (isLost) ask();
  }, [isLost]);
}

/** Page counts by list and history entry, so that going back restores the list's length. */
const pageCounts = new Map<string, number>();

export function usePageCount(list: string): [count: number, showNext: () => void] {
  const { key } = useLocation();
  const [, rerender] = useState(0);
  const id = `${key} ${list}`;
  const count = pageCounts.get(id) ?? 1;
  const showNext = () => {
    pageCounts.set(id, count + 1);
    rerender((renders) => renders + 1);
  };
  return [count, showNext];
}

type Behaviour = { isOn: boolean; searchTerm: string };

/** Adds keyboard shortcuts for rows, and highlights the search term. */
export function useListBehaviour(
  list: RefObject<HTMLUListElement | null>,
  { isOn, searchTerm }: Behaviour,
) {
  useEffect(() => {
    const element = list.current;
    if (!isOn || !element) return;
    return enhanceList(element, searchTerm);
  }, [list, isOn, searchTerm]);
}
