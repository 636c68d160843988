import type { Params } from 'react-router';

/** What a page asks for first. Its module exports one as `preload`, for links that lead to it. */
export type PreloadData = (address: { params: Params; search: URLSearchParams }) => void;

type Preloader = (address: string) => void;

let preloader: Preloader = () => {};

/** Tells links how to load a page ahead; the route table is not theirs to know. */
export function setPreloader(next: Preloader) {
  preloader = next;
}

/** Loads the page at `address`, because somebody is about to go there. */
export function preload(address: string) {
  preloader(address);
}
