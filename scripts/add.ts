/** npm run add -- KIND …: writes an entity, a language or a page as the guides describe it. `--dry-run` names the files. */
import { CliError, say } from '#server/progress.ts';
import { addEntity } from './add/entity.ts';
import { addLanguage } from './add/language.ts';
import { addPage } from './add/page.ts';
import { runTask } from './lib/task.ts';

const kinds: Record<string, (args: string[]) => Promise<void>> = {
  entity: addEntity,
  language: addLanguage,
  page: addPage,
};

if (import.meta.main) {
  await runTask(async ([kind = '', ...args]) => {
    const add = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (add) return add(args);
    const help = `Add one of: ${Object.keys(kinds).join(', ')}. For example: npm run add -- entity milestone title:text`;
    if (kind === '--help') return say(help);
    throw new CliError(kind ? `"${kind}" can't be added.` : 'What to add is missing.', help);
  });
}
