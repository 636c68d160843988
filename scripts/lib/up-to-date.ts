/** Skips work whose inputs haven't changed since the last run. */

import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fromRoot, root } from './task.ts';

export type Work = {
  name: string;
  inputs: string[];
  except?: string[];
  outputs: string[];
};

type Run = { inputs: string; outputs: string[] };

const recordFile = (name: string) =>
  fromRoot('node_modules', '.cache', 'up-to-date', `${name}.json`);

export async function runIfOutdated(work: Work, run: () => Promise<unknown>): Promise<boolean> {
  if (isUpToDate(work)) return false;
  await run();
  markUpToDate(work);
  return true;
}

export function isUpToDate(work: Work): boolean {
  try {
    const last = JSON.parse(readFileSync(recordFile(work.name), 'utf8')) as Run;
    return (
      last.outputs.length > 0 &&
      last.outputs.every((file) => existsSync(fromRoot(file))) &&
      last.inputs === hashInputs(work)
    );
  } catch {
    return false;
  }
}

export function markUpToDate(work: Work): void {
  const file = recordFile(work.name);
  const run: Run = { inputs: hashInputs(work), outputs: findFiles(work.outputs) };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(run));
}

function hashInputs(work: Work): string {
  const hash = createHash('sha256').update(JSON.stringify(work));
  for (const file of findFiles(work.inputs, work.except))
    hash.update(`\0${file}\0`).update(readFileSync(fromRoot(file)));
  return hash.digest('hex');
}

const findFiles = (globs: string[], except: string[] = []) =>
  globSync(globs, { cwd: root, exclude: except })
    .filter((file) => statSync(fromRoot(file)).isFile())
    .sort();
