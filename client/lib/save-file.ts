/** Downloads `text` as a file of the given media type. */
export function saveFile(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Some browsers start the download only after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
