import { mkdirSync } from 'node:fs';

/** Creates the data folder, unreadable for other users. An existing folder keeps its mode. */
export function makeDataDir(path: string): void {
  // Root runs PostgreSQL as another user, who must be able to traverse the folder.
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700;
  mkdirSync(path, { recursive: true, mode });
}
