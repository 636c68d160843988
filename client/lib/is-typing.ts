const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** True in text fields, where keys aren't shortcuts. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}
