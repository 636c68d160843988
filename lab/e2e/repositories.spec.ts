import type { Page } from '@playwright/test';
import { onboard, openAsManager, signIn, signInWithCode } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, hold, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';

const total = (page: Page) => page.getByRole('main').getByRole('status').first();
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Repositories', exact: true }).getByRole('listitem');
const paletteKeys = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('no text of an edit is lost if someone else saved meanwhile', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { id, name } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, `/manager/repositories/${id}`);
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Description').fill('Not to be lost');
  const byOther = { description: 'By someone else', link: 'https://git.example.com/moved' };
  await databaseAt(database.url).repository.update({ where: { id }, data: byOther });
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Someone else saved' })).toBeVisible();
  await expect(page.getByText('Saved by someone else: By someone else')).toBeVisible();
  await expect(page.getByLabel('Link')).toHaveValue(byOther.link);
  await expect(page.getByLabel('Description')).toHaveValue('Not to be lost');

  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Not to be lost')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/manager/repositories/${id}$`));
  const stored = await databaseAt(database.url).repository.findUniqueOrThrow({ where: { id } });
  expect(stored).toMatchObject({
    ...{ name: `${name} renamed`, description: 'Not to be lost', link: byOther.link },
  });
});

test('a row’s menu edits and deletes', async ({ page, mailbox, product, database }) => {
  const { id, name } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, `/manager/repositories?searchTerm=${name}`);
  const menu = page.getByRole('button', { name: `Actions for ${name}` });
  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page).toHaveURL(new RegExp(`/manager/repositories/${id}/update$`));
  await page.goBack();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`No results for “${name}”`)).toBeVisible();
  await page.keyboard.press('?');
  await expect(paletteKeys(page)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Repository restored')).toBeVisible();
  await expect(paletteKeys(page)).toBeVisible();
  // A notification stays while the pointer is on it.
  await page.mouse.move(0, 0);
  await page.keyboard.press('Escape');
  await menu.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`No results for “${name}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).last().click();
  await expect(page).toHaveURL(/\/manager\/repositories$/);
  expect(await databaseAt(database.url).repository.count({ where: { id } })).toBe(0);
});

test('a long list loads more, sorts by the URL, and restores its position on going back', async ({
  page,
  mailbox,
  product,
  database,
  isMobile,
}) => {
  const prefix = unique('long');
  for (let index = 0; index < 45; index += 1) {
    const name = `${prefix} ${String(index).padStart(2, '0')}`;
    await createRepository(databaseAt(database.url), { name });
  }
  const address = `/manager/repositories?searchTerm=${prefix}`;
  await openAsManager(page, mailbox, product, address);
  await expect(total(page)).toHaveText('45 repositories');
  await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 44`);
  await page.getByRole('button', { name: /^Sorted by/ }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Name' }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 00`);
  await page.getByRole('button', { name: 'Sorted by: Name, Ascending' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Descending' }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 44`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sorted by: Name, Descending' })).toBeVisible();
  await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 44`);
  if (isMobile) {
    await page.getByRole('button', { name: /^Sorted by/ }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Ascending' }).click();
  } else {
    await page.getByRole('button', { name: 'Sort by Last updated' }).press('Enter');
    await expect(page).not.toHaveURL(/sort=/);
    await page.getByRole('button', { name: 'Last updated: Descending' }).click();
    await expect(page).toHaveURL(/sort=-updated/);
    await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 00`);
    await page.getByRole('button', { name: 'Sort by Name' }).click();
  }
  await expect(page).toHaveURL(/sort=name/);
  await expect(rows(page).getByRole('link').first()).toHaveText(`${prefix} 00`);

  const last = page.getByRole('link', { name: `${prefix} 44` });
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => window.scrollY);
  expect(place).toBeGreaterThan(0);
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name: `${prefix} 44` })).toBeVisible();
  await page.goBack();
  await expect(last).toBeInViewport();
  await page.getByRole('button', { name: `Actions for ${prefix} 44` }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(last).toBeInViewport();
});

test('“Cancel” leaves a form that signing in led to', async ({ page, mailbox, product }) => {
  await openAsManager(page, mailbox, product, '/manager');
  await page.context().clearCookies();
  await page.goto('/manager/repositories/new');
  await signInWithCode(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/repositories\/new$/);
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/manager\/repositories$/);
});

test('signing out asks nothing about unsaved changes', async ({ page, mailbox, database }) => {
  const email = `${unique('half')}@example.org`;
  await signIn(page, mailbox, email);
  await databaseAt(database.url).user.update({ where: { email }, data: { role: 'admin' } });
  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Half another');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a form survives the end of its session, for its user only', async ({
  page,
  mailbox,
  database,
}) => {
  const email = `${unique('interrupted')}@example.org`;
  const people = databaseAt(database.url);
  await signIn(page, mailbox, email);
  await people.user.update({ where: { email }, data: { role: 'admin' } });
  await page.goto('/manager/repositories/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  const description = page.getByRole('textbox', { name: 'Description' });
  const endSession = async () => {
    await people.session.deleteMany({ where: { user: { email } } });
    await expect(page.getByRole('alert')).toContainText('Session expired');
  };
  const kept = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await name.fill('Half a name');
  await page.getByRole('textbox', { name: 'Link' }).fill('example.org');
  await description.fill('Two\nlines');

  await endSession();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByText('Half a name')).toHaveCount(0);
  await page.reload();
  await signInWithCode(page, mailbox, email);
  await expect(name).toHaveValue('Half a name');
  await expect(description).toHaveValue('Two\nlines');
  expect(await kept()).not.toContain('Half a name');

  await endSession();
  expect(await kept()).toContain('Half a name');
  await signInWithCode(page, mailbox, adminEmail);
  await onboard(page, 'Ada Lovelace');
  expect(await kept()).not.toContain('Half a name');
});

test('signing out in another tab says so, and what it discards', async ({ page, mailbox }) => {
  await signIn(page, mailbox, adminEmail);
  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Half a name');
  const [clean, other] = [await page.context().newPage(), await page.context().newPage()];
  await clean.goto('/manager/repositories');
  const expired = await page.context().newPage();
  await expired.goto('/login/error');
  const kept = () => expired.evaluate(() => sessionStorage.getItem('unsaved-forms'));
  await expired.evaluate(() => sessionStorage.setItem('unsaved-forms', '{"userId":"user_1"}'));
  await other.bringToFront();
  await other.goto('/manager');
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/\/login/);
  await expect(page.getByRole('alert')).toHaveText(
    'You signed out in another tab. Unsaved changes were discarded.',
  );
  await expect(clean.getByRole('alert')).toHaveText('You signed out in another tab.');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('Half');
  await expect.poll(kept).toBeNull();
});

test('the sign-in page continues once another tab has signed in', async ({ page, mailbox }) => {
  const other = await page.context().newPage();
  await other.goto('/login?redirect=%2Fapp%2Frepositories');
  await expect(other.getByRole('textbox', { name: 'Email' })).toBeVisible();
  await signIn(page, mailbox, adminEmail);
  await expect(other).toHaveURL(/\/app\/repositories/);
});

test('a slow page shows a skeleton, and a preloaded page opens at once', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { name } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  await waitUntilLoaded(page);
  const answer = await hold(page, '**/api/graphql', 'Repositories');
  const nav = page.getByRole('navigation').getByRole('link', { name: 'Repositories' });
  if (!(await nav.isVisible())) await page.getByRole('button', { name: 'Open navigation' }).click();
  await nav.click();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toBeVisible();
  answer();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy=true]')).toBeHidden();

  // Hovering over a link preloads its page, so the click sends no request.
  await page.goto(`/manager/repositories?searchTerm=${name}`);
  const asked = page.waitForResponse(
    (response) => response.request().postDataJSON?.()?.operationName === 'Repository',
  );
  const link = page.getByRole('link', { name });
  await link.focus();
  await asked;
  const release = await hold(page, '**/api/graphql', 'Repository');
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  release();
});
