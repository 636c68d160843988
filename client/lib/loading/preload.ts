import type { Params } from 'react-router';

/** Loads a page's data before it is opened. Exported as `preload` by its module. */
export type PreloadData = (address: { params: Params; search: URLSearchParams }) => void;

type Preloader = (address: string) => void;

let preloader: Preloader = () => {};

/** Registers the preloader. Links can't import the route table, which imports their pages. */
export function setPreloader(next: Preloader) {
  preloader = next;
}

export function preload(address: string) {
  preloader(address);
}
