import { expectAccessible } from '#tests/support/axe.ts';
import { newPage } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';

// The sandboxed email frames block scripts, including Playwright's.
test.use({
  settings: { SMTP_URL: '' },
  permissions: ['clipboard-read', 'clipboard-write'],
  allowedProblems: [/Blocked script execution/],
});

test('a developer reads emails as they come', async ({ page, browser, product }) => {
  await page.goto('/dev');
  await expect(page.getByText('No emails yet')).toBeVisible();
  const guest = await newPage(browser, product.url);
  await guest.goto('/login');
  await guest.getByLabel('Email').fill('ada@example.org');
  await guest.getByRole('button', { name: 'Continue with email' }).click();

  const mail = page.getByRole('article').filter({ hasText: 'ada@example.org' });
  await expect(mail).toContainText(/\d{6}/);
  await mail.getByText('Whole email').click();
  const frame = mail.locator('iframe').contentFrame();
  await expect(frame.getByRole('heading', { name: 'Your verification code' })).toBeVisible();
  await expect(mail.locator('iframe')).toBeVisible();
  await expectAccessible(page, 'inbox');
  await guest.context().close();

  await page.getByRole('link', { name: 'Emails' }).click();
  const card = page.locator('iframe').first().contentFrame().locator('.card').first();
  for (const [colorScheme, color] of [
    ['dark', 'rgb(31, 26, 31)'],
    ['light', 'rgb(255, 255, 255)'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(card).toHaveCSS('background-color', color);
  }
});

test('the gallery shows the components', async ({ page }) => {
  await page.goto('/dev');
  await page.getByRole('link', { name: 'Components' }).click();
  const form = page.locator('form').filter({ has: page.getByRole('textbox', { name: 'Link' }) });
  await form.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await expectAccessible(page, 'components');
});
