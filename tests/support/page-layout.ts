import type { Locator, Page } from '@playwright/test';
import { expect } from './e2e.ts';

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

export async function overlaps(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) return false;
  const beside = a.x + a.width <= b.x || b.x + b.width <= a.x;
  const above = a.y + a.height <= b.y || b.y + b.height <= a.y;
  return !beside && !above;
}

/** Bars, dialogs and controls (except in list rows) that toasts cover, as tag and text. */
const coveredByToasts = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('[data-sonner-toast]')].map((toast) =>
      toast.getBoundingClientRect(),
    );
    const kept =
      '#root > div > header, [data-tab-bar], [data-selection-bar], [role=dialog], a, button, input, select, textarea, summary';
    return [...document.querySelectorAll(kept)]
      .filter((element) => !element.closest('[data-sonner-toaster], main li, [aria-hidden=true]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return boxes.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      })
      .map(({ tagName, textContent }) => `${tagName.toLowerCase()} ${textContent}`);
  });

export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }));
}

/** Expects that the visible toasts cover nothing that users need. Requires `keepToasts`. */
export async function expectToastsApart(page: Page, screen: string): Promise<void> {
  await expect(page.locator('[data-sonner-toast]').first()).toBeVisible();
  await expect.poll(() => coveredByToasts(page), { message: `${screen}: covered` }).toEqual([]);
}

/**
 * Expects no horizontal overflow of the page or its layers at each width in CSS pixels.
 * The defaults are a phone and the 320 px of WCAG 1.4.10, equivalent to 400% zoom.
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
    // Components that measure themselves render again shortly after.
    await expect.soft.poll(excess, { message: `${screen} at ${width} px` }).toBeLessThanOrEqual(0);
  }
  if (usual) await page.setViewportSize(usual);
}
