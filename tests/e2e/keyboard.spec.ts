/** Everything by keys: the palette, the search box, the list of keys, and the way out of layers. */
import { Client } from 'pg';
import { newId } from '#server/database/ids.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { signIn, visitor } from '#tests/support/person.ts';

test('the palette finds a repository and a person, and remembers them', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const repository = unique('palette');
  const id = newId('Repository');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
     VALUES ($1, $2, 'https://git.example.com/x', '', now())`,
    [id, repository],
  );
  await client.end();
  const email = `${unique('found')}@example.org`;
  const person = await visitor(browser, product.url);
  await signIn(person, mailbox, email);
  await person.context().close();

  await signIn(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await expect(page.getByRole('slider').first()).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to' });
  // The keys are listened to a moment after the page stands.
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await field.fill(repository.slice(2));
  const option = page.getByRole('option', { name: repository });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/repositories/${id}`);
  await expect(page.getByRole('heading', { name: repository })).toBeVisible();
  await expect(field).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill(email.slice(0, -4));
  await expect(page.getByRole('option', { name: email })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/manager\/users\/usr_/);
  await expect(page.getByText(email).first()).toBeVisible();

  // What was gone to last stands first, under its name.
  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent.nth(1)).toContainText(repository);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/repositories/${id}`);
});

test('who may not see people is not offered any', async ({ page, mailbox }) => {
  await signIn(page, mailbox, `${unique('reader')}@example.org`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to' });
  // The keys come with a file of their own.
  await expect(async () => {
    await page.getByRole('button', { name: 'Your menu' }).press('Control+k');
    await expect(field).toBeFocused({ timeout: 3_000 });
  }).toPass();
  await field.fill('manager');
  await expect(page.getByText('Nothing found for “manager”')).toBeVisible();
  await expect(page.getByRole('group', { name: 'People' })).toHaveCount(0);
});

test('a slash goes to the search box, a question mark lists the keys, letters stay letters', async ({
  page,
  mailbox,
}) => {
  await signIn(page, mailbox, adminEmail);
  await page.goto('/manager/repositories');
  const box = page.getByRole('searchbox', { name: 'Search repositories' });
  await expect(box).toBeVisible();
  await page.getByRole('button', { name: 'Your menu' }).focus();
  // The keys come with a file of their own.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type('/?');
  await expect(box).toHaveValue('/?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Ctrl K is the one key that works from within a field.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Go to' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();

  const menu = page.getByRole('button', { name: 'Your menu' });
  await menu.focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('/');
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('Escape closes the topmost layer alone, and gives the focus back', async ({
  page,
  mailbox,
}) => {
  await signIn(page, mailbox, `${unique('layers')}@example.org`);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  const opener = page.getByRole('button', { name: 'Change name' });
  await opener.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Change your name' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  const menu = page.getByRole('button', { name: 'Your menu' });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
});
