/** npm run rename -- "New Name": replaces the product's name everywhere. */

import { say, step } from '#server/progress.ts';
import { listFiles } from './checks/sources.ts';
import { formatFiles } from './lib/format.ts';
import { renameProduct, requireProductName, requireReplaceableName } from './lib/rename-product.ts';
import { root, runTask } from './lib/task.ts';

async function rename(args: string[]): Promise<void> {
  const name = args.join(' ').trim();
  requireProductName(name);
  requireReplaceableName(root, listFiles());
  const changed = await step('Renaming the product', async () =>
    renameProduct(root, listFiles(), name),
  );
  // The new name may change line breaks.
  await formatFiles(['.']);
  say(`  ${name} is written in ${changed.length} files. Review them with: git diff`);
  say(
    '  CHANGELOG.md and LICENSE keep the old name. Cookies and the embedded database have new names:',
  );
  say('  everyone signs in again, and data in DATA_DIR from before must be moved with pg_dump.');
}

if (import.meta.main) await runTask(rename);
