/**
 * Finds the fields of a page whose script hasn't run yet. The result enters what was typed into them into the page that
 * has replaced that one.
 */
export function watchTypedText(page: HTMLElement): () => void {
  // Fields keep their text after they were removed, also what was typed until then.
  const fields = [...page.querySelectorAll('input')];
  return () => {
    for (const { name, value, defaultValue } of fields.splice(0)) {
      const field = page.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
      if (!field || value === defaultValue || value === field.value) continue;
      field.select();
      // Fires the events of typing, so that React notices, which setting `value` would not.
      document.execCommand('insertText', false, value);
    }
  };
}
