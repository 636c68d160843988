import {
  newPage,
  openAsManager,
  openUser,
  signedInPage,
  viewerOf,
} from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createUser } from '#tests/support/factories.ts';

test('a manager impersonates a user, sees the banner on every page, and stops', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const { email, page: own } = await signedInPage(browser, product.url, mailbox, 'Mirror Mary');
  await openAsManager(page, mailbox, product, '/manager/users');
  await openUser(page, email, 'Mirror Mary');
  const detail = page.url();
  await page.getByRole('button', { name: 'Impersonate' }).click();
  const question = page.getByRole('alertdialog', { name: 'Impersonate Mirror Mary?' });
  await question.getByRole('button', { name: 'Impersonate' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await expect(page.getByRole('heading', { name: 'Welcome, Mirror' })).toBeVisible();
  expect(await viewerOf(page)).toBe(email);
  const banner = page.getByRole('region', { name: 'Impersonation' });
  const pages = ['/app', '/app/repositories', '/app/account'];
  // Pages without access and unknown pages still offer a way back.
  for (const path of [...pages, '/manager/users', '/app/nope', '/nope']) {
    await page.goto(path);
    await expect(banner).toContainText(
      /You are impersonating Mirror Mary\. Ends in (1 hour|5\d minutes)\./,
    );
  }
  await expect(page).toHaveTitle('This page could not be found · Atrium');
  const manager = await newPage(browser, product.url);
  await openAsManager(manager, mailbox, product, detail);
  const sessions = manager.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions.filter({ hasText: 'impersonated by' })).toHaveCount(1);
  await manager.context().close();
  await banner.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(page).toHaveURL(detail);
  await expect(page.getByRole('heading', { level: 1, name: 'Mirror Mary' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'History' })).toContainText('impersonated this user');
  expect(await viewerOf(page)).toBe(adminEmail);
  expect(await viewerOf(own)).toBe(email);
  await own.context().close();
});

test('the account cannot be changed during impersonation, and the page says so', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { id, name } = await createUser(databaseAt(database.url), { name: 'Locked Lou' });
  await openAsManager(page, mailbox, product, `/manager/users/${id}`);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  const main = page.getByRole('main');
  for (const action of ['Change name', 'Change email'])
    await expect(main.getByRole('button', { name: action })).toBeDisabled();
  await page.goto('/app/account/data');
  for (const action of ['Download my data', 'Delete my account'])
    await expect(main.getByRole('button', { name: action })).toBeDisabled();
  await page.goto('/app/account?state=change-name');
  await expect(main.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Bypass the page: the server rejects the request too.
  const answer = await page.request.post('/api/graphql', {
    data: { query: 'mutation { updateViewer(input: { name: "Mine" }) { errors { code } } }' },
  });
  expect((await answer.json()).errors[0].extensions.code).toBe('FORBIDDEN');
  expect(await databaseAt(database.url).user.findUnique({ where: { id } })).toMatchObject({ name });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(new RegExp(`/manager/users/${id}$`));
  expect(await viewerOf(page)).toBe(adminEmail);
});
