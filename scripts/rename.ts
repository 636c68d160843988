/** npm run rename -- "New Name": replaces the product's name everywhere. */

import { readFileSync } from 'node:fs';
import { CliError, say, step } from '#server/progress.ts';
import { listFiles } from './checks/sources.ts';
import { renameProduct, slugOf } from './lib/rename-product.ts';
import { fromRoot, requireNode, root, runTask } from './lib/task.ts';

async function rename(args: string[]): Promise<void> {
  const name = args.join(' ').trim();
  if (!/^\p{L}[\p{L}\p{N} ._-]{0,49}$/u.test(name) || !/^[a-z]/.test(slugOf(name))) {
    throw new CliError(
      name ? `"${name}" cannot be the name.` : 'The new name is missing.',
      'A name has 1 to 50 letters, digits, spaces, dots, hyphens or underscores and begins with a letter from A to Z. For example: npm run rename -- "My Product"',
    );
  }
  const taken = listFiles().find((file) => usesWord(file, slugOf(name)));
  if (taken) {
    throw new CliError(
      `"${slugOf(name)}" is a word of ${taken}, so that the product could not be told from it.`,
      'Choose a name that the code does not use.',
    );
  }
  const changed = await step('Renaming the product', async () =>
    renameProduct(root, listFiles(), name),
  );
  // The new name may change line breaks.
  await requireNode(
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
    'Correct what is named above.',
  );
  say(`  ${name} is written in ${changed.length} files. Review them with: git diff`);
  say(
    '  CHANGELOG.md and LICENSE keep the old name. Cookies and the embedded database have new names:',
  );
  say('  everyone signs in again, and data in DATA_DIR from before must be moved with pg_dump.');
}

const usesWord = (file: string, word: string) =>
  new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, 'i').test(readFileSync(fromRoot(file), 'utf8'));

if (import.meta.main) await runTask(rename);
