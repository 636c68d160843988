import { existsSync, readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';

/** Files of the project by path, as they will be written. */
export type Files = Map<string, string>;

export const readText = (path: string): string => readFileSync(fromRoot(path), 'utf8');

/** @throws {CliError} naming a file that would be overwritten */
export function refuseExisting(created: Files): void {
  const existing = [...created.keys()].find((path) => existsSync(fromRoot(path)));
  if (existing) throw new CliError(`${existing} exists.`, 'Choose another name, or remove it.');
}

/** Text to insert before or after the only place that equals an anchor. */
export type Insertion = { anchor: string; before?: string; after?: string; within?: string };

/**
 * Changes a file at the only place with the given text. `within` names the text that begins the block to search, which
 * ends with a line that starts with a closing bracket.
 *
 * @throws {CliError} naming the file if the place is missing or not the only one
 */
export function insert(files: Files, path: string, insertion: Insertion): void {
  const { anchor, before = '', after = '', within } = insertion;
  const text = files.get(path) ?? readText(path);
  const begin = within === undefined ? 0 : onlyIndex(path, text, within);
  const rest = text.slice(begin);
  const end = within === undefined ? rest.length : rest.search(/\n[}\])]/);
  const block = rest.slice(0, end < 0 ? rest.length : end);
  const at = begin + onlyIndex(path, block, anchor);
  const next = `${before}${anchor}${after}`;
  files.set(path, text.slice(0, at) + next + text.slice(at + anchor.length));
}

/**
 * Adds lines to the only block that begins with `begin`, a line break and a line: at its end, before the next line that
 * closes a bracket at the same indentation, or at the beginning of a block in one line.
 *
 * @throws {CliError} naming the file if the block is missing or not the only one
 */
export function append(files: Files, path: string, begin: string, lines: string): void {
  const text = files.get(path) ?? readText(path);
  const start = onlyIndex(path, text, begin);
  const indentation = begin.length - begin.trimStart().length - 1;
  const first = start + begin.length;
  const end =
    text[first] === '\n'
      ? start + text.slice(start).search(new RegExp(`\\n {${indentation}}[}\\])]`))
      : first;
  files.set(path, text.slice(0, end) + lines + text.slice(end));
}

function onlyIndex(path: string, text: string, part: string): number {
  const index = text.indexOf(part);
  if (index >= 0 && text.indexOf(part, index + 1) < 0) return index;
  const shown = part.trim().split('\n')[0];
  throw new CliError(
    `${path} has ${index < 0 ? 'no' : 'more than one'} place with “${shown}”, where an addition belongs.`,
    'Restore that place, or make the addition by hand, see docs/guides.',
  );
}
