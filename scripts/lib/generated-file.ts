import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromRoot, root } from './task.ts';

/** Writes `text` only if it differs, so that watchers and caches see no false changes. */
export function writeGenerated(file: string, text: string): void {
  const path = fromRoot(file);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * Deletes typed documents in `folder` whose .graphql file is gone, except `kept`, because their types are outdated.
 * Both are relative to `cwd`.
 */
export function deleteOrphans(folder: string, kept: readonly string[], cwd = root): void {
  for (const file of globSync(`${folder}/**/*.generated.ts`, { cwd })) {
    const document = file.replace(/\.generated\.ts$/, '.graphql');
    if (!kept.includes(file) && !existsSync(join(cwd, document))) rmSync(join(cwd, file));
  }
}
