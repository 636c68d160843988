import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromRoot, requireNode } from '#scripts/lib/task.ts';
import { say, step } from '#server/progress.ts';
import type { Files } from './edit.ts';

export type Addition = { created: Files; edited: Files };

/** Writes and formats the files, generates what follows from them, and names them. */
export async function writeFiles(addition: Addition): Promise<void> {
  const files = [...addition.created, ...addition.edited];
  for (const [path, text] of files) {
    mkdirSync(dirname(fromRoot(path)), { recursive: true });
    writeFileSync(fromRoot(path), text);
  }
  await step('Formatting the files', () => format(files.map(([path]) => path)));
  await step('Generating code', () =>
    requireNode(['scripts/generate.ts'], 'Correct what is named above, then: npm run generate'),
  );
  sayFiles(addition);
}

function format(paths: string[]): Promise<string> {
  const files = paths.filter((path) => /\.(tsx?|json|graphql)$/.test(path));
  return requireNode(
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...files],
    'Correct what is named above.',
  );
}

export function sayFiles({ created, edited }: Addition): void {
  for (const path of [...created.keys()].toSorted()) say(`  new   ${path}`);
  for (const path of [...edited.keys()].toSorted()) say(`  edit  ${path}`);
  say('  Generated files follow from them.');
}
