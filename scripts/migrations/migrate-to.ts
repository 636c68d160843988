import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#server/database/migrations/migrate.ts';

/** Applies the named migrations of `folder` and no others. */
export async function migrateTo(url: string, folder: string, names: string[]): Promise<void> {
  const links = mkdtempSync(join(tmpdir(), 'atrium-migrations-'));
  try {
    for (const name of names) symlinkSync(join(folder, name), join(links, name));
    await migrate(url, links);
  } finally {
    rmSync(links, { recursive: true });
  }
}
