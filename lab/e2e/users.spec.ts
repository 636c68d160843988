import {
  ageSessions,
  newPage,
  openAsManager,
  openUser,
  openUsers,
  signedInPage,
  signIn,
  viewerOf,
} from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createUser, unique } from '#tests/support/factories.ts';

test('the list filters by role, status and day, and the URL holds the filters', async ({
  page,
  product,
  mailbox,
}) => {
  const email = `${unique('fresh')}@example.org`;
  await openUsers(page, mailbox, product);
  await page.goto('/manager/users/new');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible();

  await page.goto('/manager/users');
  const list = page.getByRole('main').getByRole('list', { name: 'Users' });
  const row = list.getByRole('link', { name: email, exact: true });
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Role: Any role' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click();
  await expect(page).toHaveURL(/role=admin/);
  await expect(row).toHaveCount(0);
  await expect(list.getByRole('listitem').first()).toContainText('Admin');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/role=/);
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: 'Status: Any status' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Invited' }).click();
  await expect(page).toHaveURL(/status=invited/);
  await expect(row).toBeVisible();

  await page.getByRole('button', { name: 'Created: Pick a date' }).click();
  await page
    .getByRole('gridcell', { selected: false })
    .locator('button:not([disabled])')
    .last()
    .click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/createdFrom=\d{4}-\d\d-\d\d&createdTo=/);
  await expect(row).toBeVisible();
  await page.goto('/manager/users?createdFrom=2001-01-01&createdTo=2001-12-31');
  await expect(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(row).toBeVisible();
  await page.goto('/manager/users?role=emperor&createdFrom=2026-02-31');
  await expect(row).toBeVisible();
});

test('a manager changes neither the email of another administrator nor their own here', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const people = databaseAt(database.url);
  const { id } = await createUser(people, { name: 'Risen Rose', role: 'admin' });
  await openAsManager(page, mailbox, product, `/manager/users/${id}/update`);
  await expect(page.getByText('Only this administrator can change their email')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0);
  const own = await people.user.findUniqueOrThrow({ where: { email: adminEmail } });
  await page.goto(`/manager/users/${own.id}/update`);
  await expect(page.getByText('Change your own email on your account page')).toBeVisible();
});

test('revoking a session leaves the user’s other sessions', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const first = await signedInPage(browser, product.url, mailbox, 'Twice Tina');
  await openUsers(page, mailbox, product);
  await openUser(page, first.email, 'Twice Tina');
  const second = await newPage(browser, product.url);
  await signIn(second, mailbox, first.email);
  await page.reload();
  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await sessions
    .first()
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke session' }).click();
  await expect(sessions).toHaveCount(1);
  const left = [await viewerOf(first.page), await viewerOf(second)].filter(Boolean);
  expect(left).toEqual([first.email]);

  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke all' }).click();
  await expect(page.getByRole('main')).toContainText('Twice Tina is not signed in anywhere');
  expect([await viewerOf(first.page), await viewerOf(second)]).toEqual([null, null]);
  await first.page.context().close();
  await second.context().close();
});

test('managers cannot ban, delete or demote themselves', async ({ page, product, mailbox }) => {
  await openUsers(page, mailbox, product);
  await openUser(page, adminEmail, 'Ada Lovelace');
  await expect(page.getByText('This is you.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revoke all' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Ban…' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete user' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByText("You can't change your own role.")).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
});

test('a row’s menu bans, unbans and deletes', async ({ page, mailbox, product, database }) => {
  const people = databaseAt(database.url);
  const { id, email } = await createUser(people, { name: 'Row Rita' });
  await openAsManager(page, mailbox, product, `/manager/users?searchTerm=${email}`);
  const isBanned = async () => (await people.user.findUnique({ where: { id } }))?.banned;
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Row Rita' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Ban…');
  const dialog = page.getByRole('dialog', { name: 'Ban Row Rita' });
  await dialog.getByLabel('Reason').fill('From the row');
  await dialog.getByRole('button', { name: 'Ban user' }).click();
  await expect(page.getByRole('main').getByText('Banned', { exact: true })).toBeVisible();
  expect(await isBanned()).toBe(true);

  const message = page.getByRole('listitem').filter({ hasText: /^User/ });
  await message.getByRole('button', { name: 'Close' }).click();
  await expect(message).toHaveCount(0);
  await choose('Unban');
  await expect.poll(isBanned).toBe(false);
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(isBanned).toBe(true);
  // Wait until the toast is gone: it returns the focus, which would close a menu opened before.
  await expect(message.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect((await people.user.findUnique({ where: { id } }))?.banReason).toBe('From the row');
  await choose('Unban');
  await expect.poll(isBanned).toBe(false);
  await expect(page.getByRole('main').getByText('Banned', { exact: true })).toHaveCount(0);

  await choose('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete user' }).click();
  await expect(page.getByText(`No results for “${email}”`)).toBeVisible();
  expect(await people.user.count({ where: { id } })).toBe(0);
});

test('several users are banned together, and unbanned by one click but for who was banned before', async ({
  page,
  mailbox,
  product,
  database,
  isMobile,
}) => {
  const people = databaseAt(database.url);
  const name = unique('Together');
  const made = [];
  for (let index = 0; index < 3; index += 1) made.push(await createUser(people, { name }));
  const [before] = made;
  await people.user.update({
    where: { id: before?.id ?? '' },
    data: { banned: true, banReason: 'Long ago' },
  });
  await openAsManager(page, mailbox, product, `/manager/users?searchTerm=${name}`);
  const rows = page.getByRole('main').getByRole('list', { name: 'Users' });
  const boxes = rows.getByRole('checkbox');
  await expect(boxes.first()).toHaveCSS('opacity', '0');
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Select rows' }).click();
  await expect(boxes.first()).toHaveCSS('opacity', '1');
  await boxes.first().click({ force: true });
  await boxes.nth(2).click({ force: true, modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Selected entries' });
  await expect(bar).toContainText('3 selected');
  // On a phone both are at the bottom of the screen.
  await expect(page.getByRole('link', { name: 'New user' })).toBeVisible({ visible: !isMobile });
  await bar.getByRole('button', { name: 'Ban…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('By mistake');
  await dialog.getByRole('button', { name: 'Ban user' }).click();
  await expect(page.getByText('3 users banned')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 users unbanned')).toBeVisible();
  const banned = await people.user.findMany({ where: { name, banned: true } });
  expect(banned.map(({ id }) => id)).toEqual([before?.id]);
});

test.describe('a manager who signed in eleven minutes ago', () => {
  test('proves their identity for a service account, and gives it a token that does not expire', async ({
    page,
    mailbox,
    database,
    playwright,
  }) => {
    const people = databaseAt(database.url);
    const email = `${unique('stale')}@example.org`;
    // Other tests leave service accounts behind.
    await people.user.deleteMany({ where: { isServiceAccount: true } });
    await signIn(page, mailbox, email);
    await people.user.update({ where: { email }, data: { role: 'admin' } });
    await page.goto('/manager/service-accounts');
    await expect(page.getByText('No service accounts yet')).toBeVisible();
    await ageSessions(people, email);
    await page.getByRole('link', { name: 'New service account' }).click();
    await page.getByLabel('Name').fill('Nightly sync');
    await page.getByRole('button', { name: 'Create service account' }).click();
    const identity = page.getByRole('dialog');
    await identity.getByRole('button', { name: 'Send code' }).click();
    const { code } = await mailbox.next(email);
    await identity.getByRole('textbox', { name: 'Verification code' }).fill(code);
    await expect(page.getByRole('heading', { level: 1, name: 'Nightly sync' })).toBeVisible();
    await expect(page.getByText('service-account.invalid')).toHaveCount(0);

    await page.getByRole('button', { name: 'New access token' }).click();
    const dialog = page.getByRole('dialog', { name: 'New access token' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Server 1');
    await dialog.getByRole('checkbox', { name: 'Read repositories' }).check();
    await dialog.getByText('No expiry').click();
    await dialog.getByRole('button', { name: 'Create access token' }).click();
    const created = page.getByRole('dialog', { name: 'Access token created' });
    const secret = (await created.getByText(/^atr_\w{38}$/).textContent()) ?? '';
    await created.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
    await expect(row).toContainText('Does not expire');

    const program = await playwright.request.newContext();
    const ask = () =>
      program.post(new URL('/api/graphql', page.url()).href, {
        headers: { 'x-api-key': secret },
        data: { query: '{ viewer { user { isServiceAccount } } }' },
      });
    expect((await (await ask()).json()).data).toEqual({
      viewer: { user: { isServiceAccount: true } },
    });
    await page.getByRole('main').getByRole('link', { name: 'Service accounts' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Nightly sync' }).click();
    await expect(
      page.getByRole('list', { name: 'History' }).getByText('Account created'),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Delete service account' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete service account' }).click();
    await expect(page.getByText('No service accounts yet')).toBeVisible();
    expect((await ask()).status()).toBe(401);
    await program.dispose();
  });
});

test('people are listed and counted without service accounts, until these are asked for', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const people = databaseAt(database.url);
  const word = unique('kind');
  await createUser(people, { name: `${word} person` });
  await createUser(people, { name: `${word} robot`, isServiceAccount: true });
  await openAsManager(page, mailbox, product, `/manager/users?searchTerm=${word}`);
  const list = page.getByRole('list', { name: 'Users' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText(`${word} person`);
  await expect(page.getByText('1 user', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Type: People only' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'People and service accounts' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(page).toHaveURL(/serviceAccounts=all/);
  await expect(page.getByText('2 users', { exact: true })).toBeVisible();
});
