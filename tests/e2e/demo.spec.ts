import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, test } from '#tests/support/e2e.ts';

test.use({
  settings: {
    DEMO: 'true',
    DEMO_README_URL: 'https://example.org/readme',
    DEMO_CONTACT_EMAIL: 'makers@example.org',
  },
  permissions: ['clipboard-read', 'clipboard-write'],
  allowedProblems: [/status of 403/],
});

async function enterDemo(page: Page, email: string) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByText('The code is 000000')).toBeVisible();
  await page.getByRole('textbox', { name: 'Verification code' }).fill('000000');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

const demoDialog = (page: Page) => page.getByRole('dialog', { name: 'Demo Mode' });

async function expectRefused(page: Page) {
  const dialog = demoDialog(page);
  await expect(dialog).toContainText('This is a read-only demo, this action is disabled.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
}

async function everything(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const people = await client.query(
      'SELECT "id", "name", "email", "role", "banned" FROM "user" ORDER BY 1',
    );
    const repositories = await client.query('SELECT * FROM "repository" ORDER BY 1');
    return { people: people.rows, repositories: repositories.rows };
  } finally {
    await client.end();
  }
}

test('one click enters as each of the sample users', async ({ page }) => {
  for (const [role, home] of [
    ['user', /\/app$/],
    ['admin', /\/manager\/dashboard$/],
  ] as const) {
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('button', { name: `Enter as ${role}` }).click();
    await expect(page).toHaveURL(home);
  }
});

test('every kind of write opens the dialog and changes nothing', async ({ page, database }) => {
  await enterDemo(page, 'admin@example.com');
  const before = await everything(database.url);

  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Forbidden');
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/forbidden');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expectRefused(page);

  await page.goto('/manager/repositories');
  // Reload the page to avoid the unsaved changes dialog.
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Delete repository' }).click();
  await expectRefused(page);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expectRefused(page);

  await page.goto('/manager/account?state=change-name');
  const names = page.getByRole('dialog', { name: 'Change name' });
  await names.getByRole('textbox', { name: 'Name' }).fill('Somebody');
  await names.getByRole('button', { name: 'Save name' }).click();
  await expectRefused(page);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(names).toHaveCount(0);

  await page.getByRole('button', { name: 'Change email' }).click();
  const address = page.getByRole('dialog', { name: 'Change email' });
  await address.getByLabel('New email').fill('other@example.org');
  await address.getByRole('button', { name: 'Send code' }).click();
  await expectRefused(page);

  expect(await everything(database.url)).toEqual(before);
});
