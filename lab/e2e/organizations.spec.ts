import {
  createOrganization,
  invitationLink,
  invite,
  liveEvents,
  row,
} from '#tests/e2e/steps/organizations.ts';
import {
  onboard,
  openAsManager,
  signedInPage,
  signInWithCode,
} from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('an invitation is sent again, copied, cancelled, declined, and refused to another account', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { page: guest, email } = await signedInPage(browser, product.url, mailbox, 'Grace Guest');
  const { name, path } = await createOrganization(page);
  const other = `${unique('other')}@example.org`;
  await invite(page, path, `${email}, ${other}`);
  await expect(row(page, other)).toContainText('Expires');
  const link = await invitationLink(mailbox, email);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const menu = page.getByRole('button', { name: `Actions for the invitation to ${other}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await invitationLink(mailbox, other));
  // Within a minute, the first email counts.
  await databaseAt(database.url).invitation.updateMany({
    where: { email: other },
    data: { expiresAt: new Date(Date.now() + 47 * 3_600_000) },
  });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Send again' }).click();
  await expect(page.getByText(`Invitation sent to ${other}`)).toBeVisible();
  expect(await invitationLink(mailbox, other)).toBe(copied);

  await guest.goto(copied);
  await expect(guest.getByText('This invitation is for another account')).toBeVisible();
  await guest.goto('/app/organizations');
  await guest.getByRole('link', { name }).click();
  await expect(guest).toHaveURL(/\/app\/invitations\//);
  await guest.getByRole('button', { name: 'Decline' }).click();
  await expect(guest.getByText('Invitation declined')).toBeVisible();
  await expect(row(page, email)).toContainText('Declined', liveEvents);
  await guest.goto(link);
  await expect(guest.getByText('You declined this invitation')).toBeVisible();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click();
  await page.getByRole('button', { name: 'Cancel invitation' }).click();
  await expect(row(page, other)).toContainText('Cancelled');

  await invite(page, path, email);
  await expect(row(page, email).first()).toContainText('Expires');
  await guest.goto(await invitationLink(mailbox, email));
  await expect(guest.getByRole('button', { name: 'Accept invitation' })).toBeVisible();
  await databaseAt(database.url).invitation.updateMany({
    where: { email, state: 'pending' },
    data: { expiresAt: new Date(Date.now() - 1_000) },
  });
  await guest.reload();
  await expect(guest.getByText('This invitation has expired')).toBeVisible();

  await guest.goto(copied);
  await guest.getByRole('button', { name: 'Switch account' }).click();
  await expect(guest.getByLabel('Email')).toHaveValue(other);
  await signInWithCode(guest, mailbox, other);
  await onboard(guest, 'Olga Other');
  await expect(guest.getByText('This invitation was cancelled')).toBeVisible();
  await guest.context().close();
  await page.context().close();
});

test('an organization has repositories and teams, is renamed and deleted while others watch', async ({
  browser,
  product,
  mailbox,
}) => {
  const { page } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { name, slug, path } = await createOrganization(page);
  await page.getByRole('link', { name: 'Add a repository' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Vivid lantern');
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/lantern');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}/repositories/repo_`));
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Description').fill('Lights the hall.');
  await page.getByRole('button', { name: 'Save changes' }).click();
  // A toast under the pointer stays open, and covers the buttons on a narrow screen.
  await page.mouse.move(0, 0);
  await expect(page.getByText('Lights the hall.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete repository' }).click();
  await expect(page.getByText('No repositories yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Vivid lantern')).toBeVisible();
  await page.mouse.move(0, 0);

  await page.getByRole('link', { name: 'Teams' }).click();
  await expect(page.getByText('No teams yet')).toBeVisible();
  await page.keyboard.press('c');
  await page.getByRole('textbox', { name: 'Name' }).fill('Masons');
  await page.getByRole('button', { name: 'Create team' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Masons' })).toBeVisible();
  await page.getByRole('button', { name: 'Add members' }).click();
  await page.getByRole('button', { name: 'Add Ada Owner' }).click();
  await expect(page.getByRole('button', { name: 'In team: Ada Owner' })).toBeFocused();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Ada Owner (you)')).toBeVisible();
  await page.getByRole('button', { name: 'Add members' }).click();
  const candidate = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Ada Owner' });
  await expect(candidate).toContainText('In team');
  await expect(candidate.getByRole('button')).toHaveCount(0);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for Ada Owner' }).click();
  await page.getByRole('menuitem', { name: 'Remove from team' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Ada Owner (you)')).toBeVisible();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Builders');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Builders' })).toBeVisible();
  await expect(page.getByText('An organization keeps its last team.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete team' })).toHaveCount(0);

  const second = await page.context().newPage();
  await second.goto(`${path}/teams`);
  await expect(row(second, 'Builders')).toContainText('1 member');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('textbox', { name: 'Short name' }).fill(`${slug}-2`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}-2/settings$`));
  await expect(second).toHaveURL(new RegExp(`${path}-2$`), liveEvents);

  await page.reload();
  await expect(page.getByRole('link', { name: 'Settings' })).toBeInViewport();
  await page.getByRole('button', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('alertdialog');
  const confirm = dialog.getByRole('button', { name: 'Delete organization' });
  await expect(confirm).toBeDisabled();
  await expect(dialog).toContainText('Deleted with it: 1 repository.');
  await dialog.getByRole('textbox').fill(`${slug}-2`);
  await confirm.click();
  await expect(page).toHaveURL(/\/app\/organizations$/);
  await expect(page.getByText('No organizations yet')).toBeVisible();
  await expect(
    second.getByRole('heading', { name: `You no longer have access to ${name}` }),
  ).toBeVisible(liveEvents);
  await page.context().close();
});

test('a manager finds every organization, by its list and by the palette', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const { page: owner } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { name } = await createOrganization(owner);
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/manager\/organizations$/, { timeout: 500 });
  }).toPass();
  await page.getByRole('searchbox', { name: 'Search organizations' }).fill(name);
  await expect(page.getByRole('main').getByRole('status')).toHaveText('1 organization');
  await page.getByRole('main').getByRole('link', { name }).click();
  await expect(row(page, 'Ada Owner')).toContainText('Owner');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Open organization' }).click();
  await expect(page.getByText('Not a member')).toBeVisible();
  await owner.context().close();
});

test('programs get service accounts and access tokens of an organization', async ({
  browser,
  product,
  mailbox,
}) => {
  const { page } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { name, path } = await createOrganization(page);
  const dialog = page.getByRole('dialog');
  await page.getByRole('link', { name: 'Service accounts' }).click();
  await expect(page.getByText('No service accounts yet')).toBeVisible();
  await page.keyboard.press('c');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly sync');
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('button', { name: 'Create service account' }).click();
  await page.getByRole('button', { name: 'New access token' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Robot key');
  await dialog.getByRole('checkbox', { name: 'Create repositories' }).check();
  await dialog.getByRole('button', { name: 'Create access token' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Robot key')).toContainText('Nightly sync');

  await page.goto('/app/account/access-tokens');
  await page.getByRole('button', { name: 'New access token' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Own script');
  await dialog.getByRole('checkbox', { name: 'Create organizations' }).check();
  await dialog.getByRole('combobox', { name: 'Access' }).selectOption(`Only ${name}`);
  await expect(dialog.getByRole('checkbox', { name: 'Create organizations' })).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: 'Read members and teams' }).check();
  await dialog.getByRole('checkbox', { name: 'Create repositories' }).check();
  await dialog.getByRole('button', { name: 'Create access token' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, 'Own script')).toContainText(`Only ${name}`);
  await expect(row(page, 'Own script')).toContainText('Create repositories and Read members');

  await page.goto(`${path}/service-accounts`);
  await expect(row(page, 'Own script')).toContainText('Ada Owner');
  await page.getByRole('button', { name: 'Actions for Nightly sync' }).click();
  await page.getByRole('menuitem', { name: 'Delete service account' }).click();
  await page.getByRole('button', { name: 'Delete service account' }).click();
  await expect(page.getByText('No service accounts yet')).toBeVisible();
  await expect(row(page, 'Robot key')).toHaveCount(0);
  await page.context().close();
});
