import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { fromRoot, root } from '#scripts/lib/task.ts';

export type Import = { specifier: string; line: number; target: string | undefined };
export type Problem = { path: string; line: number; text: string };
export type Source = { path: string; imports: Import[] };

const isFile = (path: string) => statSync(fromRoot(path), { throwIfNoEntry: false })?.isFile();

/** Committed files, and untracked ones that aren't ignored. No links to folders. */
export function listFiles(): string[] {
  const output = execFileSync('git', ['ls-files', '-coz', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  return [...new Set(output.split('\0'))].filter(isFile);
}

export const parseSources = (): Source[] =>
  listFiles()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map(parseSource);

function parseSource(path: string): Source {
  const text = readFileSync(fromRoot(path), 'utf8');
  const { module } = parseSync(path, text);
  const found = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const literal = /^['"]([^'"]+)['"]$/.exec(text.slice(start, end));
      return literal?.[1] ? [{ value: literal[1], start }] : [];
    }),
  ];
  const imports = found.map(({ value, start }) => ({
    specifier: value,
    line: text.slice(0, start).split('\n').length,
    target: resolveImport(path, value),
  }));
  return { path, imports };
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return undefined;
}
