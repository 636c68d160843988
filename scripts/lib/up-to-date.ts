/** Skips work whose inputs have not changed since it was last done. */

import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inRoot, root } from './task.ts';

export type Work = {
  /** Names the stamp. */
  name: string;
  /** Globs of what the result depends on, from the checkout's root. */
  inputs: string[];
  /** Globs left out of the inputs. */
  except?: string[];
  /** Globs of what the work writes; each must match something afterwards. */
  outputs: string[];
};

const stampFile = (name: string) => inRoot('node_modules', '.cache', 'atrium', `${name}.json`);

/** Does `work` unless the same inputs made the outputs that are there. Returns whether it was done. */
export async function unlessFresh(of: Work, work: () => Promise<unknown>): Promise<boolean> {
  if (isFresh(of)) return false;
  await work();
  markFresh(of);
  return true;
}

/** Whether the outputs of the present inputs are there. */
export function isFresh(of: Work): boolean {
  try {
    const stamp = JSON.parse(readFileSync(stampFile(of.name), 'utf8')) as {
      inputs: string;
      outputs: string[];
    };
    return (
      stamp.outputs.length > 0 &&
      stamp.outputs.every((file) => existsSync(inRoot(file))) &&
      stamp.inputs === digest(of)
    );
  } catch {
    return false;
  }
}

/** Notes that the outputs belong to the present inputs. */
export function markFresh(of: Work): void {
  const file = stampFile(of.name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ inputs: digest(of), outputs: filesOf(of.outputs) }));
}

function digest(of: Work): string {
  const hash = createHash('sha256').update(JSON.stringify(of));
  for (const file of filesOf(of.inputs, of.except))
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

const filesOf = (globs: string[], except: string[] = []) =>
  globSync(globs, { cwd: root, exclude: except })
    .filter((file) => statSync(inRoot(file)).isFile())
    .sort();
