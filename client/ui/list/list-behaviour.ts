import { listenForListKeys } from './list-keys.ts';
import { highlightSearch } from './search-highlight.ts';

/** What a list does once it is shown: keys, and marks in a search's results. Returns how to stop. */
export function enhanceList(list: Element, searchTerm: string): () => void {
  const stops = [listenForListKeys(), ...(searchTerm ? [highlightSearch(list, searchTerm)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}
