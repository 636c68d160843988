import { withSearch } from '#client/paths.ts';

/** Follows a link that the browser saves as a file. The server names it if `fileName` doesn't. */
export function download(url: string, fileName = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Saves `text` as a file of the given media type. */
export function saveFile(fileName: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  download(address, fileName);
  // Some browsers start the download only after the current task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** URL of a list as a file, with the variables of its query. */
export const exportUrl = (file: string, variables: object, organizationId?: string) =>
  withSearch(`/api/export/${file}`, { variables: JSON.stringify(variables), organizationId });
