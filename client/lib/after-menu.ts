/** Acts once a menu has returned the focus to its button, so that a dialog then opened returns it there too. */
export function afterMenu(act: () => void) {
  requestAnimationFrame(() => setTimeout(act));
}
