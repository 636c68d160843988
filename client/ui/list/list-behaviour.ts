import { listenForListKeys } from './list-keys.ts';
import { highlightSearch } from './search-highlight.ts';

/** Keyboard shortcuts and search highlights, added once a list is shown. Returns a cleanup function. */
export function enhanceList(list: Element, searchTerm: string): () => void {
  const stops = [listenForListKeys(), ...(searchTerm ? [highlightSearch(list, searchTerm)] : [])];
  return () => {
    for (const stop of stops) stop();
  };
}
