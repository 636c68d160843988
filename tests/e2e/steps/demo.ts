import type { Page } from '@playwright/test';
import { query } from '#tests/support/database.ts';
import { expect } from '#tests/support/e2e.ts';

export async function enterDemo(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByText('The code is 000000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('000000');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

export const demoDialog = (page: Page) => page.getByRole('dialog', { name: 'Demo Mode' });

export async function expectRefused(page: Page) {
  const dialog = demoDialog(page);
  await expect(dialog).toContainText('This is a read-only demo, this action is disabled.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
}

export async function everything(url: string) {
  return {
    people: await query(
      url,
      'SELECT "id", "name", "email", "role", "banned" FROM "user" ORDER BY 1',
    ),
    repositories: await query(url, 'SELECT * FROM "repository" ORDER BY 1'),
  };
}
