/** Whether an open dialog or menu takes the keys. */
export function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
