import type { Locator, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import type { Mailbox } from './mailbox.ts';

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

export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/**
 * Moves from the first link of a list to the second with `j`. Retries, since `j` only works a moment after the
 * list is shown.
 */
export async function focusSecond(page: Page, links: Locator): Promise<void> {
  await expect(async () => {
    await links.first().focus();
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused({ timeout: 1_000 });
  }).toPass();
}

export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

export async function expectWrong(field: Locator, error: string): Promise<void> {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  const note = await field.getAttribute('aria-describedby');
  await expect(field.page().locator(`[id="${note}"]`).getByRole('alert')).toHaveText(error);
}

export async function expectAnnounced(page: Page, text: string): Promise<void> {
  await expect(page.locator('[aria-live=polite]').getByText(text)).toBeVisible();
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

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
