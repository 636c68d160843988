/** Highlights search matches without changing elements, using the CSS Custom Highlight API. */
import { searchWords } from '#shared/search-words.ts';

const name = 'search';
/** Shorter words match only at the beginning of a word. */
const anywhereFrom = 3;

function* places(text: string, word: string): Generator<number> {
  const [whole, part] = [text.toLowerCase(), word.toLowerCase()];
  // Some letters change length when lower-cased, which would shift positions.
  if (whole.length !== text.length) return;
  for (let at = whole.indexOf(part); at >= 0; at = whole.indexOf(part, at + part.length)) {
    const isBeginning = at === 0 || /[\s\-_.@/'’(]/.test(whole.charAt(at - 1));
    if (isBeginning || [...part].length >= anywhereFrom) yield at;
  }
}

function rangesIn(list: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const line of list.querySelectorAll('[data-row] [data-text]')) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const word of words) {
        for (const at of places(node.nodeValue ?? '', word)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + word.length);
          ranges.push(range);
        }
      }
    }
  }
  return ranges;
}

/** Highlights the words of `term` in the rows of `list`, including later ones. Returns a cleanup function. */
export function highlightSearch(list: Element, term: string): () => void {
  if (typeof Highlight === 'undefined') return () => {};
  const words = searchWords(term);
  const mark = () => CSS.highlights.set(name, new Highlight(...rangesIn(list, words)));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(list, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete(name);
  };
}
