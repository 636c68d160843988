const isShown = (selector: string) =>
  // A closing one stays in the document until its animation ends.
  document.querySelector(`:is(${selector}):not([data-state=closed])`) !== null;

export const hasOpenDialog = () => isShown('[role=dialog], [role=alertdialog], dialog[open]');

/** True if an open dialog or menu handles the keys. */
export const hasOpenOverlay = () => hasOpenDialog() || isShown('[role=menu]');
