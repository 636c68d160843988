import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { formatFiles } from '#scripts/lib/format.ts';
import { fromRoot, parseCommand, requireNode } from '#scripts/lib/task.ts';
import { say, step } from '#server/progress.ts';
import type { Files } from './edit.ts';

/** The arguments of a kind of addition. Each has `--dry-run`. */
export const parseAddition = <Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  usage: string,
) => {
  const dryRun = { 'dry-run': { type: 'boolean', default: false } } as const;
  return parseCommand({ args, allowPositionals: true, options: { ...options, ...dryRun } }, usage);
};

type Addition = { created: Files; edited: Files; isDryRun: boolean; next: readonly string[] };

/**
 * Writes and formats the files, generates what follows from them, names them, and says what to do next. A dry run only
 * names them.
 */
export async function writeFiles({ created, edited, isDryRun, next }: Addition): Promise<void> {
  if (isDryRun) return sayFiles(created, edited);
  const files = [...created, ...edited];
  for (const [path, text] of files) {
    mkdirSync(dirname(fromRoot(path)), { recursive: true });
    writeFileSync(fromRoot(path), text);
  }
  await step('Formatting the files', () => formatFiles(files.map(([path]) => path)));
  await step('Generating code', () =>
    requireNode(['scripts/generate.ts'], 'Correct what is named above, then: npm run generate'),
  );
  sayFiles(created, edited);
  for (const line of ['', ...next]) say(line);
}

function sayFiles(created: Files, edited: Files): void {
  for (const path of [...created.keys()].toSorted()) say(`  new   ${path}`);
  for (const path of [...edited.keys()].toSorted()) say(`  edit  ${path}`);
  say('  Generated files follow from them.');
}
