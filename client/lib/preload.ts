import type { Params } from 'react-router';

/** Loads a page's data. Exported as `preload` by its module, called before it is opened. */
export type PreloadData = (address: { params: Params; search: URLSearchParams }) => void;

type Preloader = (address: string) => void;

let preloader: Preloader = () => {};

/** Registers how to preload. Links cannot import the route table, which imports their pages. */
export function setPreloader(next: Preloader) {
  preloader = next;
}

/** Preloads the page at `address`, for example on hover. */
export function preload(address: string) {
  preloader(address);
}
