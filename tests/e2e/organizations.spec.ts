import { newPage, onboard, signedInPage } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import {
  createOrganization,
  invitationLink,
  invite,
  liveEvents,
  row,
} from './steps/organizations.ts';

test('people are invited, join by the link in their mail, get roles and are removed', async ({
  browser,
  product,
  mailbox,
}) => {
  const { page, email: ownEmail } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  await page.getByRole('link', { name: 'Organizations' }).first().click();
  await expect(page.getByText('No organizations yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'New organization' })).toHaveCount(1);
  const { name, path } = await createOrganization(page);
  await expect(page.getByRole('link', { name: 'Add a repository' })).toBeVisible();

  const [guestEmail, otherEmail] = [`${unique('g')}@example.org`, `${unique('o')}@example.org`];
  await invite(page, path, `Grace <${guestEmail}>; ${otherEmail}\n${ownEmail}`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('already a member')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, guestEmail)).toContainText('Invited by Ada Owner');

  const guest = await newPage(browser, product.url);
  await guest.goto(await invitationLink(mailbox, guestEmail));
  await expect(guest.getByRole('heading', { name: "You've been invited" })).toBeVisible();
  await expect(guest.getByLabel('Email')).toHaveValue(guestEmail);
  await guest.getByRole('button', { name: 'Continue with email' }).click();
  await guest.getByLabel('Verification code').fill((await mailbox.next(guestEmail)).code);
  await onboard(guest, 'Grace Guest');
  await expect(guest.getByRole('heading', { name: `Join ${name}?` })).toBeVisible();
  await page.goto(`${path}/members`);
  await expect(row(page, 'Ada Owner (you)')).toBeVisible();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(guest).toHaveURL(new RegExp(`${path}$`));
  await expect(row(page, 'Grace Guest')).toBeVisible(liveEvents);

  await guest.getByRole('button', { name: 'Account menu' }).click();
  await expect(guest.getByRole('menuitem', { name })).toBeVisible();
  await guest.keyboard.press('Escape');
  await expect(guest.getByRole('link', { name: 'Invitations' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Actions for Grace Guest' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click();
  await expect(row(page, 'Grace Guest')).toContainText('Admin');
  await expect(guest.getByRole('link', { name: 'Invitations' })).toBeVisible(liveEvents);

  await page.getByRole('button', { name: 'Actions for Grace Guest' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(row(page, 'Grace Guest')).toHaveCount(0);
  const gone = guest.getByRole('heading', { name: `You no longer have access to ${name}` });
  await expect(gone).toBeVisible(liveEvents);
  await guest.getByRole('link', { name: 'Go to your organizations' }).click();
  await expect(guest.getByText('No organizations yet')).toBeVisible();

  await expect(row(page, 'Ada Owner').getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('You are the only owner.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Leave' })).toHaveCount(0);
  await guest.context().close();
  await page.context().close();
});
