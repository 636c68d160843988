/**
 * Installs what package-lock.json names, unless it is installed. Exits with 1 if that fails. `needsDev` is true by default;
 * otherwise devDependencies may be missing, as after `npm ci --omit=dev`.
 */
export function ensureInstalled(options?: { needsDev?: boolean }): Promise<void>;
