import { openAsManager, signedInPage } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';

// Needs an empty product that no other test shares.
test.use({ settings: { APP_NAME: 'Empty' } });

test('an empty installation says what to do first', async ({
  page,
  browser,
  mailbox,
  product,
  database,
}) => {
  await query(database.url, 'TRUNCATE "repository", "organization", "user" CASCADE');
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Get started' })).toBeVisible();
  await expect(main.getByRole('listitem')).toHaveCount(3);
  await expect(main.getByRole('figure')).toHaveCount(0);
  await expect(main.getByRole('radio')).toHaveCount(0);
  for (const path of ['/manager/repositories', '/manager/organizations', '/app/repositories']) {
    await page.goto(path);
    await waitUntilLoaded(page);
    await expect(main.getByText(/^No (repositories|organizations) yet$/)).toBeVisible();
    await expect(main.getByRole('searchbox')).toHaveCount(0);
  }

  const { page: other } = await signedInPage(browser, product.url, mailbox, 'Grace Guest');
  const home = other.getByRole('main');
  await expect(home.getByText('No repositories yet')).toBeVisible();
  await home.getByRole('link', { name: 'Open organizations' }).click();
  await expect(other.getByRole('link', { name: 'New organization' })).toBeVisible();

  const name = unique('first');
  await page.goto('/manager/dashboard');
  await main.getByRole('link', { name: 'New repository' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/first');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.goto('/manager/dashboard');
  await expect(main.getByRole('figure').first()).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Get started' })).toHaveCount(0);
  await other.goto('/app');
  await expect(home.getByRole('link', { name })).toBeVisible();
  await other.context().close();
});
