import type { Page } from '@playwright/test';
import { test as base } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { type IdentityProvider, startIdentityProvider } from '#tests/support/oidc.ts';

export const github = { GITHUB_CLIENT_ID: 'github-client', GITHUB_CLIENT_SECRET: 'github-secret' };

export const test = base.extend<
  object,
  { provider: IdentityProvider; extra: Record<string, string> }
>({
  extra: [{}, { scope: 'worker', option: true }],
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
    async ({ provider, extra }, use) => use({ ...provider.settings, ...github, ...extra }),
    { scope: 'worker' },
  ],
});

export function known(provider: IdentityProvider, name = 'Grace Hopper') {
  const login = unique('grace');
  const email = `${login}@example.org`;
  provider.people.set(login, { email, email_verified: true, name });
  return { login, email };
}

export async function visitProvider(page: Page, login: string, action: 'Allow' | 'Deny' = 'Allow') {
  await page.getByRole('button', { name: 'Continue with Example' }).click();
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: action }).click();
}
