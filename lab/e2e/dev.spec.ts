import { expectAccessible } from '#tests/support/axe.ts';
import { expect, test } from '#tests/support/e2e.ts';

// The sandboxed email frames block scripts, including Playwright's.
test.use({
  settings: { SMTP_URL: '' },
  permissions: ['clipboard-read', 'clipboard-write'],
  allowedProblems: [/Blocked script execution/],
});

test('a developer tries another color and copies it', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/dev/components');
  await page.getByRole('link', { name: 'Look', exact: true }).click();
  const light = page.locator('section').filter({ hasText: 'Light theme' });
  const button = page.getByRole('button', { name: 'Create repository' }).first();
  await light.getByLabel('accent', { exact: true }).fill('rgb(1 2 3)');
  await expect(button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(button).not.toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.getByText(':root { --accent: rgb(1 2 3); }')).toBeVisible();
  await page.getByRole('button', { name: 'Copy CSS' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(':root {\n  --accent: rgb(1 2 3);\n}\n');
  await page.getByRole('textbox', { name: 'radius-control' }).fill('0px');
  await expect(button).toHaveCSS('border-radius', '0px');
  await expectAccessible(page, 'look');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(button).not.toHaveCSS('border-radius', '0px');
});
