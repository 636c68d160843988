let navigated = false;

/** Records a navigation within the app. From then on, the headings of new pages take the focus. */
export function markNavigated() {
  navigated = true;
}

/** Whether this page was reached by navigating within the app rather than by loading it. */
export function hasNavigated(): boolean {
  return navigated;
}
