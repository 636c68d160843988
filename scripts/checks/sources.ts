import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';
import { fromRoot, root } from '#scripts/lib/task.ts';

export type Import = { specifier: string; line: number; target: string | undefined };
export type Comment = { kind: 'Line' | 'Block'; text: string; line: number; lines: number };
export type Source = {
  path: string;
  text: string;
  imports: Import[];
  comments: Comment[];
};

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

const registries = ['server/generated/{entities,modules}.ts', 'client/generated/entities.ts'];

export const parseSources = (): Source[] =>
  [...listFiles(), ...globSync(registries, { cwd: root })]
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .map(parseSource);

function parseSource(path: string): Source {
  const text = readFileSync(fromRoot(path), 'utf8');
  const { module, comments } = parseSync(path, text);
  const lineAt = lineFinder(text);
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
  return {
    path,
    text,
    imports: found.map(({ value, start }) => ({
      specifier: value,
      line: lineAt(start),
      target: resolveImport(path, value),
    })),
    comments: comments.map(({ type, value, start, end }) => ({
      kind: type,
      text: value,
      line: lineAt(start),
      lines: lineAt(end) - lineAt(start) + 1,
    })),
  };
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  return undefined;
}

function lineFinder(text: string): (position: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (position) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
