import { useEffect } from 'react';
import { collectNewRecords, newRecords } from './new-records.ts';

/** Collects records that others add to a list while it is shown. Returns whether there are any. */
export function useNewRecords(list: string | undefined, filter: string): boolean {
  const { list: collected, ids } = newRecords.use();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter is another list
  useEffect(() => {
    if (!list) return;
    collectNewRecords(list);
    return () => collectNewRecords(null);
  }, [list, filter]);
  return list !== undefined && collected === list && ids.size > 0;
}
