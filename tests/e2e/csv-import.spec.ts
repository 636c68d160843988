import type { FileChooser, Page } from '@playwright/test';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';

const input = (page: Page) => page.getByLabel('Choose a CSV file or drop it here');
const csv = (lines: readonly string[]) =>
  Buffer.from(['name,link,description', ...lines].join('\n'));

/** Opens the file chooser with Enter. Retries, because a page that has just opened moves the focus. */
async function openByKeys(page: Page): Promise<FileChooser> {
  let chooser: FileChooser | undefined;
  await expect(async () => {
    [chooser] = await Promise.all([
      page.waitForEvent('filechooser', { timeout: 2_000 }),
      input(page).press('Enter'),
    ]);
  }).toPass();
  return chooser as FileChooser;
}

const lines = (page: Page, list: 'To be created' | 'Left out') =>
  page.getByRole('list', { name: list }).getByRole('listitem');

test('a file is checked line by line, and only what was shown is created', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const prefix = unique('import');
  const { repository } = databaseAt(database.url);
  const taken = await createRepository(databaseAt(database.url), { name: `${prefix} taken` });
  await openAsManager(page, mailbox, product, '/manager/repositories/new');
  await page.getByRole('link', { name: 'Import CSV' }).click();
  const chooser = await openByKeys(page);
  const file = csv([
    `${prefix} one,git.example.com/one,"Maps, and more"`,
    `${prefix} ONE,git.example.com/two,`,
    `${taken.name},git.example.com/three,`,
    ',git.example.com/four,',
    `${prefix} five,not a link,`,
    `${prefix} خرائط,git.example.com/six,`,
    `${prefix} eight,git.example.com/eight,Maps, and more`,
  ]);
  await chooser.setFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: file });
  await expect(page.getByText('mine.csv')).toBeVisible();
  await expect(lines(page, 'To be created')).toHaveText([
    new RegExp(`^${prefix} one.*Maps, and more$`),
    new RegExp(`^${prefix} خرائط`),
  ]);
  await expect(lines(page, 'Left out')).toHaveText([
    /^Line 3.*Same name as in line 2$/,
    /^Line 4.*Name already used$/,
    /^Line 5.*Name is required$/,
    /^Line 6.*Invalid link, must contain at least a dot$/,
    /^Line 8.*More cells than columns/,
  ]);
  const where = { name: { startsWith: prefix } };
  expect(await repository.count({ where })).toBe(1);

  await page.getByRole('button', { name: 'Create 2 repositories' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 repositories created')).toBeVisible();
  const created = await repository.findMany({
    where: { ...where, id: { not: taken.id } },
    orderBy: { id: 'asc' },
  });
  expect(created.map(({ name, link, description }) => [name, link, description])).toEqual([
    [`${prefix} one`, 'https://git.example.com/one', 'Maps, and more'],
    [`${prefix} خرائط`, 'https://git.example.com/six', ''],
  ]);
  await page.getByRole('link', { name: 'Show repositories' }).click();
  await expect(page.getByRole('link', { name: `${prefix} one` })).toBeVisible();
});
