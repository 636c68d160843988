import type { Locator, Page } from '@playwright/test';
import { expect } from './e2e.ts';

/** Waits until the screen has its heading and all its data. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

/** Whether two elements share some of the screen. */
export async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  const above = a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !beside && !above;
}

/**
 * Expects that neither the page nor a layer on it sticks out sideways, in each of `widths` in CSS
 * pixels: by default a phone and the narrowest that WCAG 1.4.10 names, which is 400 % zoom too.
 */
export async function expectToFit(
  page: Page,
  screen: string,
  widths: readonly number[] = [390, 320],
): Promise<void> {
  const usual = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const excess = () =>
      page.evaluate(() => {
        const layers = document.querySelectorAll(
          'html, [role=dialog], [role=alertdialog], [role=menu]',
        );
        return Math.max(...[...layers].map((layer) => layer.scrollWidth - layer.clientWidth));
      });
    // Components that measure themselves are rendered again shortly after.
    await expect.soft.poll(excess, { message: `${screen} at ${width} px` }).toBeLessThanOrEqual(0);
  }
  if (usual) await page.setViewportSize(usual);
}
