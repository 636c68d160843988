let navigated = false;

/** Remembers that one has moved inside the product; from then on new headings take the focus. */
export function markNavigated() {
  navigated = true;
}

/** Whether one came here from another page of ours, rather than by loading this one. */
export function hasNavigated(): boolean {
  return navigated;
}
