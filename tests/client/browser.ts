import type { Language } from '#shared/languages.ts';
import { servedTexts } from '#tests/support/texts.ts';

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

/** Everything is in view. Browsers report so once when observing starts, and again only after a change. */
export class AlwaysInView extends Observer {
  #report: () => void;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
    super();
    this.#report = () => callback([{ isIntersecting: true }]);
  }

  override observe() {
    this.#report();
  }
}

export function scrollToEnd() {
  for (const show of observers) show();
}

const media = (query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
});

async function serveTexts(address: string) {
  const [, language, namespace = ''] = /\/(\w+)\/(\w+)\.json$/.exec(String(address)) ?? [];
  return Response.json(servedTexts(language as Language)[namespace]);
}

Object.assign(globalThis, {
  ResizeObserver: Observer,
  IntersectionObserver: ViewportObserver,
  matchMedia: media,
  fetch: serveTexts,
  IS_REACT_ACT_ENVIRONMENT: true,
});
Object.assign(window, { matchMedia: media });
Element.prototype.scrollIntoView = () => {};
Element.prototype.hasPointerCapture = () => false;
Element.prototype.setPointerCapture = () => {};
document.elementFromPoint = () => null;
