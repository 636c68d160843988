const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** Whether a key was pressed by somebody who is writing: to them it is a letter, not a shortcut. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}
