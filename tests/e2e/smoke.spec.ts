import { newPage, onboard, signIn, signInWithCode } from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('a new user gets a code by mail, enters their name and reaches the user area', async ({
  page,
  mailbox,
}) => {
  const email = `${unique('newcomer')}@example.org`;
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page).toHaveTitle(/Atrium$/);
  await signInWithCode(page, mailbox, email);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByLabel('What is your name?').fill('Grace Hopper');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
});

test.describe('a wrong code', () => {
  test.use({ allowedProblems: [/status of 400/] });

  test('shows an error at the field; the correct one still works', async ({ page, mailbox }) => {
    const email = `${unique('hasty')}@example.org`;
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue with email' }).click();
    const { code } = await mailbox.next(email);
    const field = page.getByLabel('Verification code');
    await field.fill(code === '123456' ? '654321' : '123456');
    await expect(
      page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first(),
    ).toBeVisible();
    await field.fill(code);
    await onboard(page, 'Hasty');
    await expect(page).toHaveURL(/\/app$/);
  });
});

test('a manager creates a repository, a user finds it by part of its name, and it is gone when deleted', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const name = unique('Lantern');

  await signIn(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await page.goto('/manager/repositories');
  await page.getByRole('link', { name: 'New repository' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Link' }).fill('abc');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByText('Invalid link, must be at least 4 characters')).toBeVisible();
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/lantern');
  await page.getByLabel('Description').fill('Lights the way.');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await expect(page).toHaveURL(/\/manager\/repositories\/repo_[0-9a-z]+$/);

  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name.toUpperCase());
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/other');
  await expect(page.getByText('Name already used')).toBeVisible();
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByText('Name already used')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Link' })).toHaveValue(
    /git\.example\.com\/other$/,
  );

  const user = await newPage(browser, product.url);
  await signIn(user, mailbox, `${unique('reader')}@example.org`);
  await user.goto('/app/repositories');
  await user.getByRole('searchbox').fill(name.slice(2, -2).toLowerCase());
  const row = user.getByRole('link', { name });
  await expect(row).toBeVisible();
  await expect(user).toHaveURL(/searchTerm=/);
  await row.click();
  await expect(user.getByRole('heading', { name })).toBeVisible();
  await expect(user.getByText('Lights the way.')).toBeVisible();
  await expect(user.getByRole('button', { name: /delete/i })).toHaveCount(0);

  await page.getByRole('link', { name: 'Repositories', exact: true }).first().click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('searchbox').fill(name);
  await expect(page).toHaveURL(/searchTerm=/);
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Delete repository' }).click();
  await expect(page).toHaveURL(/\/manager\/repositories(\?.*)?$/);
  await expect(page.getByRole('link', { name })).toHaveCount(0);

  await user.reload();
  await expect(user.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
  await user.goto(`/app/repositories?searchTerm=${name}`);
  await expect(user.getByText(`No results for “${name}”`)).toBeVisible();
  await user.context().close();
});

test('a user gets 403 in the manager area', async ({ page, mailbox }) => {
  await signIn(page, mailbox, `${unique('curious')}@example.org`);
  await page.goto('/manager/users');
  await expect(
    page.getByRole('heading', { name: "You don't have access to this page" }),
  ).toBeVisible();
});

test('signing out ends the session, without a question', async ({ page, mailbox }) => {
  await signIn(page, mailbox, `${unique('leaver')}@example.org`);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
