/** Browser APIs that jsdom lacks, and a `fetch` that serves the language files from disk. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
}

const observers = new Set<() => void>();

class ViewportObserver extends Observer {
  readonly #show: () => void;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    super();
    this.#show = () => callback([{ isIntersecting: true }]);
  }

  override observe() {
    observers.add(this.#show);
  }

  override disconnect() {
    observers.delete(this.#show);
  }
}

/** Reports every observed element as scrolled into view. */
export function scrollToEnd() {
  for (const show of observers) show();
}

const media = (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
});

async function serveFile(address: string) {
  const [path = ''] = String(address).split('?');
  return new Response(await readFile(join(process.cwd(), path)));
}

Object.assign(globalThis, {
  ResizeObserver: Observer,
  IntersectionObserver: ViewportObserver,
  matchMedia: media,
  fetch: serveFile,
  IS_REACT_ACT_ENVIRONMENT: true,
});
Object.assign(window, { matchMedia: media });
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
document.elementFromPoint = () => null;
