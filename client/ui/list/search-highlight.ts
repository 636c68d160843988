/** Highlights search matches without changing elements, using the CSS Custom Highlight API. */
import { fold } from '#shared/fold.ts';
import { searchWords } from '#shared/search-words.ts';

const name = 'search';
/** Shorter words match only at the beginning of a word. */
const anywhereFrom = 3;

/** Folding a character takes a microsecond, and a list has many thousands of few kinds. */
const folds = new Map<string, string>();

function foldCharacter(character: string): string {
  const folded = folds.get(character) ?? fold(character);
  folds.set(character, folded);
  return folded;
}

/** Where the folded words begin and end in `text`. */
function* places(text: string, words: readonly string[]): Generator<[start: number, end: number]> {
  // Letters may fold to several or none, so each one's place is kept.
  let whole = '';
  const origins: number[] = [];
  let next = 0;
  for (const character of text) {
    const folded = foldCharacter(character);
    whole += folded;
    for (let i = 0; i < folded.length; i += 1) origins.push(next);
    next += character.length;
  }
  for (const word of words) {
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
      const isBeginning = at === 0 || /[\s\-_.@/'(]/.test(whole.charAt(at - 1));
      const end = origins[at + word.length] ?? text.length;
      if (isBeginning || [...word].length >= anywhereFrom) yield [origins[at] ?? 0, end];
    }
  }
}

function rangesIn(list: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = [];
  for (const line of list.querySelectorAll('[data-row] [data-text]')) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const [start, end] of places(node.nodeValue ?? '', words)) {
        const range = new Range();
        range.setStart(node, start);
        range.setEnd(node, end);
        ranges.push(range);
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
