import { newId } from '#server/database/ids.ts';
import { newPage, signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('the palette finds a repository and a person, and remembers them', async ({
  page,
  browser,
  product,
  mailbox,
  database,
}) => {
  const repository = unique('palette');
  const id = newId('Repository');
  await query(
    database.url,
    `INSERT INTO "repository" ("id", "name", "link", "description", "updatedAt")
     VALUES ($1, $2, 'https://git.example.com/x', '', now())`,
    [id, repository],
  );
  const email = `${unique('found')}@example.org`;
  const person = await newPage(browser, product.url);
  await signIn(person, mailbox, email);
  await person.context().close();

  await signIn(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Newest users' })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Go to' });
  // Shortcuts only work shortly after the page has loaded.
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

  await page.keyboard.press('Control+k');
  const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option');
  await expect(recent.nth(1)).toContainText(repository);
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/manager/repositories/${id}`);

  await expect(page.getByRole('heading', { name: repository })).toBeVisible();
  await page.keyboard.press('e');
  await expect(page).toHaveURL(`/manager/repositories/${id}/update`);
  await page.getByRole('link', { name: 'Cancel' }).focus();
  await page.keyboard.press('g');
  await page.keyboard.press('u');
  await expect(page).toHaveURL('/manager/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.getByRole('button', { name: 'Account menu' }).focus();
  await page.keyboard.press('c');
  await expect(page).toHaveURL('/manager/users/new');

  await page.getByRole('button', { name: /^Search/ }).click();
  await field.fill('theme dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass(/dark/);
  await page.keyboard.press('Control+k');
  await field.fill(repository.slice(2));
  await page.getByRole('option', { name: 'Show all results' }).click();
  await expect(page).toHaveURL(`/manager/repositories?searchTerm=${repository.slice(2)}`);
});
