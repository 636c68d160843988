import { mkdirSync } from 'node:fs';

/**
 * Creates the data folder, which other users of the machine cannot list. A folder that exists stays as
 * it is: it may be shared on purpose.
 */
export function makeDataDir(path: string): void {
  // Started by root, PostgreSQL runs as another user, who must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path, { recursive: true, mode });
}
