/**
 * Reads the text that was typed into a page before its script ran. The result enters it into the page that has replaced
 * that one.
 */
export function readTypedText(page: HTMLElement): () => void {
  const typed = Array.from(page.querySelectorAll('input'), ({ name, value, defaultValue }) => ({
    name,
    value,
    isTyped: value !== defaultValue,
  })).filter(({ isTyped }) => isTyped);
  return () => {
    for (const { name, value } of typed) {
      const field = page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
      field?.select();
      // React is told of it as if it were typed, unlike of a value that a script sets.
      if (field) document.execCommand('insertText', false, value);
    }
  };
}
