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
  await expect(page.getByRole('button', { name: 'Show History' })).toBeVisible();
  await page.getByRole('button', { name: /^Execute query/ }).click();
  await expect(page.locator('.result-window')).toContainText('USER');
});
