/** Nothing that axe finds (WCAG 2.2 AA), on any screen, in both themes. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { signIn } from '#tests/support/person.ts';

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function expectAccessible(page: Page, screen: string): Promise<void> {
  // What appears is judged when it stands still.
  await page.waitForFunction(() =>
    document.getAnimations().every((a) => a.playState !== 'running'),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(standard).analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
  );
  expect(found, screen).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('the way in', async ({ page, mailbox }) => {
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page, '/login');
      await page.getByRole('button', { name: 'Continue with e-mail' }).click();
      await expectAccessible(page, '/login with an error');
      await page.getByLabel('E-mail').fill(`reader-${colorScheme}@example.org`);
      await page.getByRole('button', { name: 'Continue with e-mail' }).click();
      const { code } = await mailbox.next(`reader-${colorScheme}@example.org`);
      await expect(page.getByLabel('Verification code')).toBeVisible();
      await expectAccessible(page, '/login/verify');
      await page.getByLabel('Verification code').fill(code);
      await expect(page.getByLabel('What is your name?')).toBeVisible();
      await expectAccessible(page, 'onboarding');
    });

    test('both areas', async ({ page, mailbox }) => {
      await signIn(page, mailbox, adminEmail);
      await expect(page).toHaveURL(/\/manager\/dashboard$/);
      for (const path of [
        '/manager/dashboard',
        '/manager/repositories',
        '/manager/repositories?searchTerm=nothing-like-this',
        '/manager/repositories/new',
        '/manager/users',
        '/manager/account',
        '/manager/nothing',
        '/app',
        '/app/repositories',
        '/app/account',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expectAccessible(page, path);
      }
    });

    test('a detail page, its menu and its dialog', async ({ page, mailbox }) => {
      await signIn(page, mailbox, adminEmail);
      await page.goto('/manager/repositories');
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
      await expect(page.getByRole('button', { name: 'Delete repository' })).toBeVisible();
      await expectAccessible(page, 'detail');
      await page.getByRole('button', { name: 'Delete repository' }).click();
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
      await expectAccessible(page, 'dialog');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Your menu' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page, 'menu');
    });
  });
}
