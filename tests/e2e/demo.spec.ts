/** The read-only demo: everything can be seen, nothing changed, and every refusal says why. */
import type { Page } from '@playwright/test';
import { Client } from 'pg';
import { expect, test } from '#tests/support/e2e.ts';

test.use({
  settings: {
    DEMO: 'true',
    DEMO_SCAFFOLD_COMMAND: 'npx make-atrium',
    DEMO_README_URL: 'https://example.org/readme',
    DEMO_CONTACT_EMAIL: 'makers@example.org',
  },
  permissions: ['clipboard-read', 'clipboard-write'],
  // A refusal of /api/auth is a 403, which the browser notes.
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

/** All that a write could leave behind. */
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

test('the dialog tells how to get a copy of one’s own', async ({ page }) => {
  await enterDemo(page, 'admin@example.com');
  await page.getByRole('button', { name: 'Read-only demo' }).click();
  const dialog = demoDialog(page);
  await expect(dialog.getByText('npx make-atrium')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npx make-atrium');
  await expect(dialog.getByRole('link', { name: 'Read the readme' })).toHaveAttribute(
    'href',
    'https://example.org/readme',
  );
  await expect(dialog.getByRole('link', { name: 'makers@example.org' })).toHaveAttribute(
    'href',
    'mailto:makers@example.org',
  );
});

test('each kind of write opens it and changes nothing', async ({ page, database }) => {
  await enterDemo(page, 'admin@example.com');
  const before = await everything(database.url);

  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Forbidden');
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/forbidden');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expectRefused(page);

  await page.goto('/manager/repositories');
  // Nothing was saved, so the way out asks nothing: this is a new document.
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Delete repository' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete repository' }).click();
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
  await expect(names).toHaveCount(0);

  await page.getByRole('button', { name: 'Change email' }).click();
  const address = page.getByRole('dialog', { name: 'Change email' });
  await address.getByLabel('New email').fill('other@example.org');
  await address.getByRole('button', { name: 'Send code' }).click();
  await expectRefused(page);

  expect(await everything(database.url)).toEqual(before);
});

test('the account of the demo cannot be deleted', async ({ page, database }) => {
  await enterDemo(page, 'user@example.com');
  const before = await everything(database.url);
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByRole('textbox', { name: 'Verification code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expectRefused(page);
  expect(await everything(database.url)).toEqual(before);
});

test('nothing is said of a mail, since none is sent', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('user@example.com');
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('main')).toContainText('Sign in as user@example.com.');
  await expect(page.getByRole('main')).not.toContainText('sent a code');
});
