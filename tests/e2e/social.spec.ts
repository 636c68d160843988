import { expect } from '#tests/support/e2e.ts';
import { known, test, visitProvider } from './steps/social.ts';

test('a new user signs in with a provider and enters their name; the second time there is no onboarding', async ({
  page,
  provider,
}) => {
  const { login, email } = known(provider);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with GitHub' })).toBeVisible();
  await visitProvider(page, login);
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByLabel('What is your name?')).toHaveValue('Grace Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();

  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('button', { name: 'Continue with Example' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
});
