import { expect, test } from '#tests/support/e2e.ts';
import { enterDemo, everything, expectRefused } from './steps/demo.ts';

test.use({
  settings: {
    DEMO: 'true',
    DEMO_README_URL: 'https://example.org/readme',
    DEMO_CONTACT_EMAIL: 'makers@example.org',
  },
  permissions: ['clipboard-read', 'clipboard-write'],
  allowedProblems: [/status of 403/],
});

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
