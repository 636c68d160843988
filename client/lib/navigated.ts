let navigated = false;

/** Records a navigation within the app. From then on, headings of new pages take the focus. */
export function markNavigated() {
  navigated = true;
}

/** True if the page was reached within the app rather than loaded. */
export function hasNavigated(): boolean {
  return navigated;
}
