import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '#scripts/checks/sources.ts';
import { CliError } from '#server/progress.ts';
import { fromRoot } from './task.ts';

/** Files that keep the old name: history, the license, and migrations, whose checksums are recorded. */
const unchanged = /^(CHANGELOG\.md|LICENSE|package-lock\.json|prisma\/migrations\/.*)$/;

/** Name of the product in `root`, as the web app manifest has it. */
export function productName(root: string): string {
  const manifest = readFileSync(join(root, 'client/public/manifest.webmanifest'), 'utf8');
  return (JSON.parse(manifest) as { name: string }).name;
}

/** Name for technical identifiers, such as cookies and the database: ASCII letters and digits. */
export const identifierOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

const usesWord = (file: string, word: string) =>
  new RegExp(`(?<![A-Za-z])${word}(?![A-Za-z])`, 'i').test(readFileSync(fromRoot(file), 'utf8'));

/** @throws {CliError} if the product can't have this name, for example because the code uses it as a word */
export function requireProductName(name: string): void {
  const identifier = identifierOf(name);
  if (!/^\p{L}[\p{L}\p{N} ._-]{0,49}$/u.test(name) || !/^[a-z]/.test(identifier)) {
    throw new CliError(
      name ? `"${name}" cannot be the name.` : 'The new name is missing.',
      'A name has 1 to 50 letters, digits, spaces, dots, hyphens or underscores and begins with a letter from A to Z. For example: npm run rename -- "My Product"',
    );
  }
  const taken = listFiles().find((file) => usesWord(file, identifier));
  if (!taken) return;
  throw new CliError(
    `"${identifier}" is a word of ${taken}, so that the product could not be told from it.`,
    'Choose a name that the code does not use.',
  );
}

/**
 * PostgreSQL settings that triggers of committed migrations read, such as `silent` of `current_setting('….silent')`. They
 * keep their names, because migrations can't change.
 */
export function settingsOf(root: string, identifier: string): string[] {
  const pattern = new RegExp(`current_setting\\('+${identifier}\\.(\\w+)'`, 'g');
  const scripts = globSync('prisma/migrations/*/migration.sql', { cwd: root });
  const texts = scripts.map((path) => readFileSync(join(root, path), 'utf8'));
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
  ];
}

/**
 * Gives the PostgreSQL settings that triggers read the product's present name, wherever `files` name them. Only for a
 * project without databases and migrations of before.
 *
 * @returns what does so in a text
 */
export function renameSettings(
  root: string,
  files: string[],
  { formerName, name }: { formerName: string; name: string },
): (text: string) => string {
  const former = identifierOf(formerName);
  const names = settingsOf(root, former).join('|');
  const settings = new RegExp(`(?<=['\`])${former}(?=\\.(${names})['\`])`, 'g');
  const inOwnName = (text: string) => text.replaceAll(settings, identifierOf(name));
  for (const file of files.filter((path) => !path.startsWith('prisma/migrations/'))) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (text !== inOwnName(text)) writeFileSync(path, inOwnName(text));
  }
  return inOwnName;
}

export function renameProduct(root: string, files: string[], name: string): string[] {
  const old = productName(root);
  const identifier = identifierOf(old);
  const settings = settingsOf(root, identifier);
  const replacements: [RegExp, string][] = [
    [wordPattern(old), name],
    [
      wordPattern(identifier, settings.length > 0 ? `(?!\\.(${settings.join('|')})\\b)` : ''),
      identifierOf(name),
    ],
    [wordPattern(identifier.toUpperCase()), identifierOf(name).toUpperCase()],
  ];
  const replace = (text: string) =>
    replacements.reduce((result, [pattern, to]) => result.replaceAll(pattern, () => to), text);
  const change = (file: string, next: (text: string) => string) => {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    if (text.includes('\0') || next(text) === text) return false;
    writeFileSync(path, next(text));
    return true;
  };
  change('package-lock.json', (text) =>
    text
      .replaceAll(`"name": "${identifier}"`, `"name": "${identifierOf(name)}"`)
      .replaceAll(`@${identifier}/`, `@${identifierOf(name)}/`)
      .replaceAll(`create-${identifier}`, `create-${identifierOf(name)}`),
  );
  return files.filter((file) => !unchanged.test(file) && change(file, replace));
}

const wordPattern = (text: string, end = '') =>
  new RegExp(`(?<![A-Za-z])${text.replaceAll('.', '\\.')}(?![A-Za-z])${end}`, 'g');
