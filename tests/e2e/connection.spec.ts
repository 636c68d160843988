/** What users see while the network or the server is unreachable, and which requests are retried. */

import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';

test.use({
  allowedProblems: [
    'ERR_CONNECTION_REFUSED',
    'ERR_INTERNET_DISCONNECTED',
    /: 503 /,
    /status of 503/,
  ],
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
