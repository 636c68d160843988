import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from '#scripts/lib/task.ts';

/**
 * A built product in `folder`, without packages as in an image, and with one more migration. Returns its program, for
 * `startProduct`.
 */
export function copyProduct(folder: string, sql: string, background: string): string {
  mkdirSync(folder, { recursive: true });
  for (const name of ['dist', 'package.json'])
    cpSync(name, join(folder, name), { recursive: true });
  for (const name of ['docs', 'shared']) {
    symlinkSync(resolve(name), join(folder, name));
  }
  const migrations = join(folder, 'prisma', 'migrations');
  cpSync('prisma/migrations', migrations, { recursive: true });
  const added = join(migrations, '20990101000000_item');
  mkdirSync(added);
  writeFileSync(join(added, 'migration.sql'), sql);
  writeFileSync(join(added, 'background.sql'), background);
  return relative(root, join(folder, 'dist', 'server', 'main.js'));
}
