import { exhaustive } from '#lab/support/exhaustive.ts';
/** What users see while the network or the server is unreachable, and which requests are retried. */

import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, isOperation, test } from '#tests/support/e2e.ts';
import { createRepository } from '#tests/support/factories.ts';

test.use({
  allowedProblems: [
    'ERR_CONNECTION_REFUSED',
    'ERR_INTERNET_DISCONNECTED',
    /: 503 /,
    /status of 503/,
  ],
});

const repeating = "Couldn't reach the server. Trying again…";

test('a list that failed to load is retried while a notice says so', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { name } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  let refusals = 0;
  await page.route('**/api/graphql', async (route) => {
    if (!isOperation(route, 'Repositories') || refusals === 2) return route.fallback();
    refusals += 1;
    const errors = [{ message: 'Busy.', extensions: { code: 'SERVICE_UNAVAILABLE' } }];
    return route.fulfill({ status: 503, json: { errors } });
  });
  await page.goto(`/manager/repositories?searchTerm=${name}`);
  await expect(page.getByText(repeating)).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByText(repeating)).toBeHidden();
  expect(refusals).toBe(2);
});

test(
  'a list that fails after three retries shows an error and a retry button',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const { name } = await createRepository(databaseAt(database.url));
    await openAsManager(page, mailbox, product, '/manager/dashboard');
    let isAway = true;
    let attempts = 0;
    await page.route('**/api/graphql', async (route) => {
      if (!isAway || !isOperation(route, 'Repositories')) return route.fallback();
      attempts += 1;
      return route.abort('connectionrefused');
    });
    await page.goto(`/manager/repositories?searchTerm=${name}`);
    await expect(page.getByText("Couldn't load this")).toBeVisible();
    await expect.poll(() => attempts).toBe(4);
    await expect(page.getByText(repeating)).toBeHidden();
    isAway = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name })).toBeVisible();
  },
);

test('a save without a response is not retried, as it may have been applied', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { id } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, `/manager/repositories/${id}/update`);
  let saves = 0;
  await page.route('**/api/graphql', async (route) => {
    if (!isOperation(route, 'UpdateRepository')) return route.fallback();
    saves += 1;
    return route.abort('connectionrefused');
  });
  const field = page.getByLabel('Description');
  await field.fill('Typed while the network was away');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  // Longer than the delay of the first retry.
  await page.waitForTimeout(2_000);
  expect(saves).toBe(1);
  await expect(field).toHaveValue('Typed while the network was away');
});

test('a page opened while the server is unreachable opens when it is back', async ({
  page,
  mailbox,
  product,
}) => {
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  let isReachable = false;
  await page.route('**/api/graphql', (route) =>
    isReachable ? route.fallback() : route.abort('connectionrefused'),
  );
  await page.reload();
  await expect(page.getByText(repeating)).toBeVisible();
  isReachable = true;
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});

test('a click in the navigation is answered before the page has arrived', async ({
  page,
  mailbox,
  product,
  isMobile,
}) => {
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  if (isMobile) await page.getByRole('button', { name: 'Open navigation' }).click();
  const users = page.getByRole('navigation').getByRole('link', { name: 'Users', exact: true });
  await page.route('**/assets/**', async (route) => {
    await page.waitForTimeout(1_500);
    await route.fallback();
  });
  await page.route('**/api/graphql', async (route) => {
    await page.waitForTimeout(1_500);
    await route.fallback();
  });
  await users.click();
  await expect(page.locator('.leaving-bar')).toBeVisible({ timeout: 1_000 });
  // On phones, the menu has closed.
  if (isMobile) await expect(users).toHaveCount(0);
  else await expect(users).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/\/manager\/users$/);
  await expect(page.locator('.leaving-bar')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
