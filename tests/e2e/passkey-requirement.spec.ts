import type { Page } from '@playwright/test';
import { addAuthenticator, withoutAutofill } from '#tests/support/browser-passkeys.ts';
import { signIn, signInWithCode } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

async function createOrganization(page: Page) {
  const name = unique('Lantern');
  await page.goto('/app/organizations/new');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  return { name, path: new URL(page.url()).pathname };
}

test('an organization that requires passkeys opens only after signing in with one', async ({
  page,
  mailbox,
}) => {
  test.slow();
  await addAuthenticator(page);
  await withoutAutofill(page);
  const email = `${unique('required')}@example.org`;
  await signIn(page, mailbox, email);
  const { name, path } = await createOrganization(page);
  await page.goto(`${path}/settings`);
  await expect(page.getByText('1 member has no passkey yet')).toBeVisible();
  await expect(page.getByText('To require passkeys, sign in with one first')).toBeVisible();

  await page.goto('/app/account/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  expect((await mailbox.next(email)).subject).toContain('passkey was added');
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goto(`${path}/settings`);
  await expect(page.getByText('All members have a passkey.')).toBeVisible();
  await page.getByRole('button', { name: 'Require passkeys' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Require passkeys' }).click();
  await expect(page.getByText('Passkeys are now required')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop requiring passkeys' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto('/login');
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goto('/app/organizations');
  const locked = page.getByRole('list', { name: 'Passkey required' });
  await locked.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name: `${name} requires a passkey` })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect(page.getByText('Get started')).toBeVisible();
});
