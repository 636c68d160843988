type Preloader = (path: string) => void;

let preloader: Preloader = () => {};

/** Tells links how to load a page's code ahead; the route table is not theirs to know. */
export function setPreloader(next: Preloader) {
  preloader = next;
}

/** Loads the code of the page at `path`, because somebody is about to go there. */
export function preload(path: string) {
  preloader(path);
}
