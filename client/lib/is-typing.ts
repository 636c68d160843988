const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** Whether a key was pressed in a text field, where it is not a shortcut. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}
