/** Screens, and how to bring them into the state to check. */
import type { Page } from '@playwright/test';
import { expect } from '#tests/support/e2e.ts';
import type { Texts } from '#tests/support/texts.ts';

export type Screen = {
  name: string;
  path: string;
  open?: (page: Page, t: Texts) => Promise<unknown>;
  only?: 1280 | 390;
};

export const press = (key: string, layer: string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: t(key) })
    .first()
    .click();
  await expect(page.locator(layer).first()).toBeVisible();
};
export const submit = async (page: Page) => {
  await page.locator('form button[type=submit]').last().click();
  await expect(page.getByRole('alert').first()).toBeVisible();
};
export const dialog = '[role=dialog], [role=alertdialog]';

export const menu = (label: (t: Texts) => string) => async (page: Page, t: Texts) => {
  await page
    .getByRole('button', { name: label(t) })
    .first()
    .click();
  await expect(page.getByRole('menu')).toBeVisible();
};

export async function openPalette(page: Page) {
  await expect(async () => {
    if (!(await page.getByRole('combobox').isVisible())) await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused({ timeout: 2_000 });
  }).toPass();
}

export type Records = { repository: string; user: string };
