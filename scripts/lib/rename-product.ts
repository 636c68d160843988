import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierOf, nameProblem } from '#scripts/bootstrap/product-name.mjs';
import { CliError } from '#server/progress.ts';
import { root } from './task.ts';

/** Files that keep the old name: history, the license, and migrations, whose checksums are recorded. */
const unchanged = /^(CHANGELOG\.md|LICENSE|package-lock\.json|prisma\/migrations\/.*)$/;

/** Name of the product in `root`, as the web app manifest has it. */
export function productName(root: string): string {
  const manifest = readFileSync(join(root, 'client/public/manifest.webmanifest'), 'utf8');
  return (JSON.parse(manifest) as { name: string }).name;
}

/** @throws {CliError} if the product can't have this name */
export function requireProductName(name: string): void {
  const problem = nameProblem(name, root);
  if (problem) throw new CliError(problem, 'For example: "My Product"');
}

/** Code that is never named after the product, as users see only APP_NAME there. */
const unnamed = /^(client\/.*\.tsx?|shared\/.*|schema\.graphql|prisma\/schema\.prisma)$/;

/** @throws {CliError} if the product's present name is also a word of the code in `folder`, which a replacement would break */
export function requireReplaceableName(folder: string, files: string[]): void {
  const name = productName(folder);
  const words = wordsOf(name).map((word) => wordPattern(word));
  const found = files.find((file) => {
    const text = unnamed.test(file) ? readFileSync(join(folder, file), 'utf8') : '';
    return words.some((word) => word.test(text));
  });
  if (!found) return;
  throw new CliError(
    `"${name}" is also a word of ${found}, which would be renamed, too.`,
    'Set APP_NAME for what users see, and rename the rest by hand.',
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

const wordsOf = (name: string) => [name, identifierOf(name), identifierOf(name).toUpperCase()];

const wordPattern = (text: string, end = '') =>
  new RegExp(`(?<![A-Za-z])${text.replaceAll('.', '\\.')}(?![A-Za-z])${end}`, 'g');
