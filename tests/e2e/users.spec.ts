import {
  newPage,
  onboard,
  openUser,
  openUsers,
  signedInPage,
  signInWithCode,
  viewerOf,
} from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { inHistory } from './steps/audit-log.ts';

test('a manager invites a user, who gets a mail and signs in', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const email = `${unique('invited')}@example.org`;
  await openUsers(page, mailbox, product);
  await page.getByRole('link', { name: 'New user' }).first().click();
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText(`User created. Invitation sent to ${email}`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();
  const shown = [
    page.getByText('Invited', { exact: true }),
    inHistory(page, 'User invited'),
    page.getByText('Open until they sign in'),
  ];
  for (const part of shown) await expect(part).toBeVisible();

  const invitation = await mailbox.next(email);
  expect(invitation.text).toContain(product.url);
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  await expect(page.getByText(`Invitation sent to ${email}`).last()).toBeVisible();
  expect((await mailbox.next(email)).text).toBe(invitation.text);
  const guest = await newPage(browser, product.url);
  await guest.goto(/\/login\?email=\S+/.exec(invitation.text)?.[0] ?? '');
  await expect(guest.getByLabel('Email')).toHaveValue(email);
  await signInWithCode(guest, mailbox, email);
  await onboard(guest, 'Invited Irene');
  await expect(guest).toHaveURL(/\/app$/);
  await guest.context().close();

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Invited Irene' })).toBeVisible();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
});

test('a banned user is signed out with the next request, until unbanned', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  test.slow();
  const troll = await signedInPage(browser, product.url, mailbox, 'Troll Tim');
  await openUsers(page, mailbox, product);
  await openUser(page, troll.email, 'Troll Tim');
  await page.getByRole('button', { name: 'Ban…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban Troll Tim' });
  await dialog.getByRole('button', { name: 'Ban user' }).click();
  await expect(dialog.getByText('Reason is required')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Shouts at everybody.');
  await dialog.getByRole('button', { name: 'Last day: No end' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('gridcell').getByRole('button').last().click();
  await expect(dialog.getByRole('button', { name: 'Last day: No end' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Ban user' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Banned', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('Shouts at everybody.').first()).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Troll Tim is not signed in anywhere');

  expect(await viewerOf(troll.page)).toBeNull();
  await troll.page.goto('/app');
  await expect(troll.page).toHaveURL(/\/login\?redirect/);

  await page.getByRole('button', { name: 'Unban' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await test.step('signs in again, as soon as there may be another code', async () => {
    await expect(async () => {
      await troll.page.goto('/login');
      await troll.page.getByLabel('Email').fill(troll.email);
      await troll.page.getByRole('button', { name: 'Continue with email' }).click();
      await expect(troll.page).toHaveURL(/\/login\/verify/, { timeout: 10_000 });
    }).toPass({ timeout: 100_000 });
    const { code } = await mailbox.next(troll.email);
    await troll.page.getByLabel('Verification code').fill(code);
  });
  await expect(troll.page).toHaveURL(/\/app$/);
  await troll.page.context().close();
});
