import { requireNode } from './task.ts';

/** Formats the files and applies Biome's safe fixes. Ignores files of other types. */
export const formatFiles = (paths: readonly string[]): Promise<string> =>
  requireNode(
    [
      'node_modules/@biomejs/biome/bin/biome',
      ...['check', '--write', '--no-errors-on-unmatched', ...paths],
    ],
    'Correct what is named above.',
  );
