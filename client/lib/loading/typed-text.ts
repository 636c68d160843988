/**
 * Reads the text that was typed into a page before its script ran. The result enters it into the page that has replaced
 * that one.
 */
export function readTypedText(page: HTMLElement): () => void {
  const typed = [...page.querySelectorAll('input')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map(({ name, value }) => ({ name, value }));
  return () => {
    for (const { name, value } of typed) {
      const field = page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
      field?.select();
      // Fires the events of typing, so that React notices, which setting `value` would not.
      if (field) document.execCommand('insertText', false, value);
    }
  };
}
