/** Reads local storage. Returns null if it is blocked. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes local storage, unless it is blocked or full. */
export function writeStored(key: string, value: string) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The value then lasts as long as the page.
  }
}
