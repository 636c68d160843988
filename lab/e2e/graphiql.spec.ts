import { signInWithCode } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('a link to a request in the API documentation leads there after signing in', async ({
  page,
  mailbox,
  isMobile,
}) => {
  const email = `${unique('reader')}@example.org`;
  const query = 'query Mine { viewer { user { role } } }';
  const link = `/api/graphql?${new URLSearchParams({ query })}`;
  await page.goto(link);
  await expect(page).toHaveTitle('API documentation · Atrium');
  await expect(page.getByRole('status')).toContainText('You are not signed in.');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await signInWithCode(page, mailbox, email);
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('status')).toContainText(email);
  if (!isMobile) await expect(page.getByText('Docs', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await expect(page.locator('.result-window')).toContainText('USER');
});

test('the API documentation finds words in descriptions, operations first', async ({ page }) => {
  await page.goto('/api/graphql');
  const search = page.getByRole('searchbox', { name: 'Search the API' });
  const found = page.getByRole('search').getByRole('listitem');
  await search.fill('rate limit');
  await expect(found.filter({ hasText: 'Query.rateLimit' })).toBeVisible();
  await search.fill('ban');
  await expect(found.first()).toContainText('Mutation.banUsers');
  await search.fill('xylophone');
  await expect(page.getByText('Found: 0')).toBeVisible();
  await expect(found).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(search).toHaveValue('');
  await expect(page.getByText('Found: 0')).toBeHidden();
});

test('the guide of the API has contents, and code that is copied by a button', async ({ page }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/api/graphql/guide');
  await page.getByText('Contents', { exact: true }).click();
  await page.getByRole('link', { name: 'A first request' }).click();
  await expect(page).toHaveURL(/#a-first-request$/);
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^export API=/);
  await page.getByRole('navigation', { name: 'Guides' }).getByText('Limits').click();
  await expect(
    page.getByRole('navigation', { name: 'Guides' }).getByText('Limits'),
  ).toHaveAttribute('aria-current', 'page');
});
