/** Removes what only a removed feature used: files, exports and packages, as knip finds them. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSyntax } from '#scripts/lib/syntax.ts';
import { reduceCode } from './code-rows.ts';

type Named = { name: string };
type Issue = Record<'dependencies' | 'devDependencies' | 'exports' | 'files' | 'types', Named[]> & {
  file: string;
};
export type Unused = { kind: 'export' | 'file' | 'package'; file: string; name: string };

const knip = ['node_modules/knip/bin/knip.js', '--reporter', 'json', '--no-exit-code'];

/** What nothing in the checkout uses. */
export function findUnused(root: string): Unused[] {
  const { stdout } = spawnSync(process.execPath, knip, { cwd: root, encoding: 'utf8' });
  const { issues } = JSON.parse(stdout) as { issues: Issue[] };
  return issues.flatMap(({ file, dependencies, devDependencies, exports, files, types }) => {
    const of = (kind: Unused['kind'], named: Named[]) =>
      named.map(({ name }): Unused => ({ kind, file, name }));
    return [
      ...of('file', files),
      ...of('export', [...exports, ...types]),
      ...of('package', [...dependencies, ...devDependencies]),
    ];
  });
}

/** Without a declaration, or only without its `export` if the file uses it. */
function withoutExport(path: string, text: string, name: string): string {
  const named = parseSyntax(path, text).nodes.filter(
    (node) => node.type === 'Identifier' && node.name === name,
  );
  if (named.length > 1) {
    return text.replace(new RegExp(`^export (?=(\\w+ )+${name}\\b)`, 'm'), '');
  }
  const names = new RegExp(`^${name}$`);
  return reduceCode(path, text, { isDeleted: () => false, names, exports: new Map() }).text;
}

/** Removes what is unused now and was not `before`. Returns the changed and the deleted files, and the packages to uninstall. */
export function removeUnused(root: string, before: readonly Unused[]) {
  const keyOf = ({ kind, file, name }: Unused) => `${kind} ${file} ${name}`;
  const known = new Set(before.map(keyOf));
  const changed = new Set<string>();
  const deleted: string[] = [];
  const packages = new Set<string>();
  for (;;) {
    const unused = findUnused(root).filter((each) => !known.has(keyOf(each)));
    if (unused.length === 0) return { changed: [...changed], deleted, packages: [...packages] };
    for (const each of unused) {
      known.add(keyOf(each));
      const path = join(root, each.file);
      if (each.kind === 'package') packages.add(each.name);
      else if (each.kind === 'file') {
        rmSync(path);
        deleted.push(each.file);
      } else {
        writeFileSync(path, withoutExport(each.file, readFileSync(path, 'utf8'), each.name));
        changed.add(each.file);
      }
    }
  }
}
