import {
  newPage,
  openAsManager,
  openUser,
  signedInPage,
  viewerOf,
} from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { inHistory } from './steps/audit-log.ts';

// The status of unknown pages.
test.use({ allowedProblems: [/404 \(Not Found\) \(.*\/nope\)$/] });

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
  const shown = [
    page.getByRole('heading', { level: 1, name: 'Mirror Mary' }),
    inHistory(page, 'User impersonated'),
  ];
  for (const part of shown) await expect(part).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await viewerOf(page)).toBe(adminEmail);
  expect(await viewerOf(own)).toBe(email);
  await own.context().close();
});
