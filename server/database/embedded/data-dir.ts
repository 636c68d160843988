import { mkdirSync } from 'node:fs';

/** Creates the data folder, hidden from other users. An existing folder keeps its mode. */
export function makeDataDir(path: string): void {
  // Started by root, PostgreSQL runs as another user, who must be able to pass through.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path, { recursive: true, mode });
}
