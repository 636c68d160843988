import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './e2e.ts';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Axe = { run(options: object): Promise<Results> };

/**
 * Injected once per page. Axe's own builder sends the source with every check, which takes longer than the check
 * itself.
 */
const source = readFileSync(
  createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

const standard = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
};

const colours = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const moving = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    do {
      for (const animation of moving()) animation.finish();
      await drawn();
      await drawn();
    } while (moving().length > 0);
  });
}

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  const found: string[] = [];
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await finishAnimations(page);
    const { violations } = await page.evaluate(
      (runOnly) =>
        (window as unknown as { axe: Axe }).axe.run({
          runOnly,
          resultTypes: ['violations'],
          preload: false,
        }),
      colorScheme === 'light' ? standard : colours,
    );
    for (const { id, nodes } of violations) {
      const places = nodes.map(({ html, any }) => `${html} (${any.map((each) => each.message)})`);
      found.push(`${colorScheme} ${id}: ${places.join(' | ')}`);
    }
  }
  expect.soft(found, screen).toEqual([]);
}
