/** Using a page by keyboard alone. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import type { Mailbox } from './mailbox.ts';

/** Presses Tab or Shift+Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let steps = 0; steps < 100; steps++) {
    const key = await target.evaluate((element) => {
      const at = document.activeElement ?? document.body;
      if (element === at) return null;
      const before = at.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING;
      return before ? 'Shift+Tab' : 'Tab';
    });
    if (!key) return;
    await page.keyboard.press(key);
  }
  await expect(target, 'reached with Tab').toBeFocused();
}

/** Presses Enter on `target`. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Moves from the first of a list's links to the second with `j`, which is bound a moment after the list is shown. */
export async function focusSecond(page: Page, links: Locator): Promise<void> {
  await links.first().focus();
  await expect(async () => {
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused({ timeout: 200 });
  }).toPass();
}

/** Replaces the text of a field. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** Expects the field to have the focus and `error` as its description. */
export async function expectWrong(field: Locator, error: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(error);
}

/** Expects `text` in a live region. */
export async function expectAnnounced(page: Page, text: string): Promise<void> {
  await expect(page.locator('[aria-live=polite]').getByText(text)).toBeVisible();
}

/** The heading of a page. */
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Signs in, and completes onboarding if asked to. */
export async function enterByKeys(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  const { code } = await mailbox.next(email);
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await page.keyboard.type(code);
  const name = page.getByLabel('What is your name?');
  await expect(name.or(page.getByRole('button', { name: 'Account menu' })).first()).toBeVisible();
  if (!(await name.isVisible())) return;
  await expect(name).toBeFocused();
  await page.keyboard.type('Kay Board');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}
