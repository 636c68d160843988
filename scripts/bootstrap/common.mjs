import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const modules = join(root, 'node_modules');
export const binaries = join(modules, '.bin');
export const node = join(binaries, 'node');

export function fail(step, cause, hint) {
  process.stderr.write(`✗ ${step} failed\n  cause: ${cause}\n  hint:  ${hint}\n`);
  process.exit(1);
}
