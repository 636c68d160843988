/** Enforces size budgets for what a screen loads before it renders. Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fromRoot } from '#scripts/lib/task.ts';
import type { ClientFiles } from '#server/http/pages/page-template.ts';

/** An entity adds routes to every page, and entries in menus to the pages of an area. */
const entities = globSync(fromRoot('client/features/*/entity.ts')).length;

/** In bytes, gzipped. Decision 10 explains how they are met. */
const budgets = {
  'JavaScript at /login': 132_200 + entities * 200,
  'JavaScript at /manager/repositories': 213_600 + entities * 500,
  CSS: 16_000,
  'Texts of an area': 22_000 + entities * 1_000,
};

function readSizes(): Record<keyof typeof budgets, number> {
  const read = (path: string) => readFileSync(join(fromRoot('dist', 'client'), path));
  const files: ClientFiles = JSON.parse(read('files.json').toString());
  const sizeOf = (paths: readonly string[]) =>
    paths.reduce((total, path) => total + gzipSync(read(path), { level: 9 }).length, 0);
  const { css, login, area, pages, texts } = files;
  const boot = gzipSync(readFileSync(fromRoot('client', 'document', 'boot.js'))).length;
  const list = new Set([
    ...login,
    ...area.scripts,
    ...(pages['/manager/repositories']?.scripts ?? []),
  ]);
  return {
    'JavaScript at /login': boot + sizeOf(login),
    'JavaScript at /manager/repositories': boot + sizeOf([...list]),
    CSS: sizeOf([css]),
    'Texts of an area': sizeOf(['common', 'errors', 'area'].map((name) => texts.en?.[name] ?? '')),
  };
}

const compareSizes = () =>
  Object.entries(readSizes()).map(([what, bytes]) => {
    return { what, bytes, budget: budgets[what as keyof typeof budgets] };
  });

export const describeSizes = () =>
  compareSizes()
    .map(({ what, bytes, budget }) => `${what}: ${bytes} of ${budget} bytes`)
    .join('\n');

export const checkSizes = (): string[] =>
  compareSizes()
    .filter(({ bytes, budget }) => bytes > budget)
    .map(
      ({ what, bytes, budget }) =>
        `${what} is ${bytes - budget} bytes over its budget of ${budget}. Load less before the page renders, or raise the budget in scripts/checks/sizes.ts.`,
    );
