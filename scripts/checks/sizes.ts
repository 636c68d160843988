/** Enforces size budgets for what a screen loads before it renders. Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { fromRoot } from '#scripts/lib/task.ts';

/** An entity adds routes to every page, and entries in the menu and the palette to the pages of an area. */
const entities = globSync(fromRoot('client/features/*/entity.ts')).length;

/** In bytes, gzipped. Decision 10 explains how they are met. */
const budgets: Record<string, number> = {
  'JavaScript at /login': 127_100 + entities * 200,
  'JavaScript at /manager/repositories': 207_200 + entities * 500,
  CSS: 16_000,
  'Texts (common, errors, repository)': 7_500,
};

const readSizes = (): Record<string, number> =>
  JSON.parse(readFileSync(fromRoot('dist/sizes.json'), 'utf8'));

export const describeSizes = () =>
  Object.entries(readSizes())
    .map(([what, bytes]) => `${what}: ${bytes} of ${budgets[what]} bytes`)
    .join('\n');

export function checkSizes(): string[] {
  const loaded = readSizes();
  const measured = new Set([...Object.keys(budgets), ...Object.keys(loaded)]);
  return [...measured].flatMap((what) => {
    const [bytes, budget] = [loaded[what], budgets[what]];
    if (bytes === undefined)
      return [`${what} has a budget, but client/build/sizes.ts doesn't measure it.`];
    if (budget === undefined) return [`${what} has no budget in scripts/checks/sizes.ts.`];
    if (bytes <= budget) return [];
    return [
      `${what} is ${bytes - budget} bytes over its budget of ${budget}. Load less before the page renders, or raise the budget in scripts/checks/sizes.ts.`,
    ];
  });
}
