import type { Page } from '@playwright/test';
import { test as base, expect } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/oidc.ts';

const github = { GITHUB_CLIENT_ID: 'github-client', GITHUB_CLIENT_SECRET: 'github-secret' };

const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const provider = await startIdentityProvider();
      await use(provider);
      await provider.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ provider }, use) => use({ ...provider.settings, ...github }),
    { scope: 'worker' },
  ],
});

function known(provider: IdentityProvider, name = 'Grace Hopper') {
  const login = unique('grace');
  const email = `${login}@example.org`;
  provider.people.set(login, { email, email_verified: true, name });
  return { login, email };
}

async function visitProvider(page: Page, login: string, action: 'Allow' | 'Deny' = 'Allow') {
  await page.getByRole('button', { name: 'Continue with Example' }).click();
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: action }).click();
}

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
