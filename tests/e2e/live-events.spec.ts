import { newPage, openAsManager, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/product.ts';

test.use({
  /** A reconnecting stream is not a failure of the page. */
  allowedProblems: [/status of 401/, 'ERR_INTERNET_DISCONNECTED'],
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => use({ METRICS_PORT: String(await freePort()) }),
    { scope: 'worker' },
  ],
});

test('a manager creates, renames and deletes a repository; a user sees it happen, and that they are banned', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const name = unique('Live');
  const email = `${unique('watcher')}@example.org`;
  const user = await newPage(browser, product.url);
  await signIn(user, mailbox, email);
  await user.goto('/app/repositories');
  await expect(user.getByRole('heading', { name: 'Repositories' })).toBeVisible();

  await signIn(page, mailbox, adminEmail);
  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/live');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // New rows don't shift the list: a button announces them.
  const newRows = user.getByRole('button', { name: '1 new · Show' });
  await expect(newRows).toBeVisible({ timeout: 15_000 });
  await expect(user.getByRole('link', { name })).toHaveCount(0);
  await newRows.click();
  await expect(user.getByRole('link', { name })).toBeVisible();
  await expect(newRows).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(user.getByRole('link', { name: `${name} renamed` })).toBeVisible();

  await page.getByRole('button', { name: 'Delete repository' }).click();
  await expect(user.getByRole('link', { name: `${name} renamed` })).toHaveCount(0);

  const { id } = await databaseAt(database.url).user.findUniqueOrThrow({ where: { email } });
  await page.goto(`/manager/users/${id}`);
  await page.getByRole('button', { name: 'Ban…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Shouts at everybody.');
  await dialog.getByRole('button', { name: 'Ban user' }).click();
  await expect(user).toHaveURL(/\/login\/error\?error=BANNED_USER/);
  await user.context().close();
});

test('an offline page says so and shows missed changes when back online', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const name = unique('meanwhile');
  await openAsManager(page, mailbox, product, `/manager/repositories?searchTerm=${name}`);
  await expect(page.getByText(`No results for “${name}”`)).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('You\u0027re offline.')).toBeVisible();
  await createRepository(databaseAt(database.url), { name });
  await page.context().setOffline(false);
  await expect(page.getByText('You\u0027re offline.')).toBeHidden();
  await expect(page.getByRole('link', { name })).toBeVisible();
});
