import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const modules = join(root, 'node_modules');
export const binaries = join(modules, '.bin');
export const node = join(binaries, 'node');

/**
 * Makes glibc return the memory of large buffers to the system instead of reusing it (mallopt(3)). After many large
 * requests, a process keeps more than 100 MB less. Other C libraries ignore these variables.
 */
export const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

export function fail(step, cause, hint) {
  process.stderr.write(`✗ ${step} failed\n  cause: ${cause}\n  hint:  ${hint}\n`);
  process.exit(1);
}
