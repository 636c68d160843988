/** Installs what package-lock.json names, unless it is installed. Exits with 1 if that fails. */
export function ensureInstalled(): Promise<void>;
