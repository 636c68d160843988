import { demoDialog, enterDemo } from '#tests/e2e/steps/demo.ts';
import { expect, hold, test } from '#tests/support/e2e.ts';

test.use({
  settings: {
    DEMO: 'true',
    DEMO_README_URL: 'https://example.org/readme',
    DEMO_CONTACT_EMAIL: 'makers@example.org',
  },
  permissions: ['clipboard-read', 'clipboard-write'],
  allowedProblems: [/status of 403/],
});

test('the sign-in button stays in place while the rest of the page loads', async ({ page }) => {
  const rest = /\/assets\/sign-in-/;
  const release = await hold(page, rest);
  const asked = page.waitForRequest(rest);
  await page.goto('/login');
  await asked;
  const button = page.getByRole('button', { name: 'Continue with email' });
  await button.waitFor();
  await page.evaluate(() => document.fonts.ready);
  const before = await button.boundingBox();
  release();
  await expect(page.getByText('The code is 000000')).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
});

test('the dialog shows the scaffold command', async ({ page }) => {
  await enterDemo(page, 'admin@example.com');
  await page.getByRole('button', { name: 'Read-only demo' }).click();
  const dialog = demoDialog(page);
  const command = 'npm create atrium@latest my-app';
  await expect(dialog.getByText(command)).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  await expect(dialog.getByRole('link', { name: 'Read the readme' })).toHaveAttribute(
    'href',
    'https://example.org/readme',
  );
  await expect(dialog.getByRole('link', { name: 'makers@example.org' })).toHaveAttribute(
    'href',
    'mailto:makers@example.org',
  );
});

test('no mail is mentioned, as none is sent', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill('user@example.com');
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('main')).toContainText('Sign in as user@example.com.');
  await expect(page.getByRole('main')).not.toContainText('sent a code');
});
