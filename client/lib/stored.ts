type StorageName = 'localStorage' | 'sessionStorage';

/** Returns null if the storage is blocked. */
export function readStored(key: string, storage: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Returns null if there is none, or it isn't JSON. */
export function readStoredJson(key: string, storage?: StorageName): unknown {
  try {
    return JSON.parse(readStored(key, storage) ?? 'null');
  } catch {
    return null;
  }
}

/** Removes the key for null. Does nothing if the storage is blocked or full. */
export function writeStored(
  key: string,
  value: string | null,
  storage: StorageName = 'localStorage',
) {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // The value then lasts as long as the page.
  }
}
