import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that keep the old name: history, the license, and migrations, whose checksums are recorded. */
const unchanged = /^(CHANGELOG\.md|LICENSE|package-lock\.json|prisma\/migrations\/.*)$/;

const nameFile = 'client/public/manifest.webmanifest';

/** Name for technical identifiers, such as cookies and the database: ASCII letters and digits. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

export function renameProduct(root: string, files: string[], name: string): string[] {
  const { name: old } = JSON.parse(readFileSync(join(root, nameFile), 'utf8')) as { name: string };
  const slug = slugOf(old);
  const replacements: [RegExp, string][] = [
    [wordPattern(old), name],
    // Committed migrations read the PostgreSQL setting `….silent`.
    [wordPattern(slug, '(?!\\.silent)'), slugOf(name)],
    [wordPattern(slug.toUpperCase()), slugOf(name).toUpperCase()],
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
      .replaceAll(`"name": "${slug}"`, `"name": "${slugOf(name)}"`)
      .replaceAll(`@${slug}/`, `@${slugOf(name)}/`),
  );
  return files.filter((file) => !unchanged.test(file) && change(file, replace));
}

const wordPattern = (text: string, end = '') =>
  new RegExp(`(?<![A-Za-z])${text.replaceAll('.', '\\.')}(?![A-Za-z])${end}`, 'g');
