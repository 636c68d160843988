import type { Page } from '@playwright/test';
import { newId } from '#server/database/ids.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { focusSecond } from '#tests/support/keyboard.ts';

const total = (page: Page) => page.getByRole('main').getByRole('status').first();
const rows = (page: Page) =>
  page.getByRole('list', { name: 'Repositories', exact: true }).getByRole('listitem');

test('rows are selected by keys, all matches too, and deleted together', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const prefix = unique('bulk');
  await databaseAt(database.url).repository.createMany({
    data: Array.from({ length: 125 }, (_, index) => ({
      id: newId('Repository'),
      name: `${prefix} ${index}`,
      link: 'https://git.example.com/x',
    })),
  });
  await openAsManager(page, mailbox, product, `/manager/repositories?searchTerm=${prefix}`);
  await expect(total(page)).toHaveText('125 repositories');
  const bar = page.getByRole('region', { name: 'Selected entries' });
  await focusSecond(page, rows(page).getByRole('link'));
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar).toContainText('2 selected');
  await rows(page)
    .getByRole('checkbox')
    .nth(4)
    .click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('4 selected');
  await bar.getByRole('button', { name: 'Select all 125' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('125 repositories deleted')).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText(`No results for “${prefix}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('125 repositories restored')).toBeVisible();
  await expect(total(page)).toHaveText('125 repositories');
  await expect(page.getByRole('button', { name: /new · Show/ })).toHaveCount(0);
});

test('deleted repositories are found and restored, one by one or several at once', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const records = databaseAt(database.url);
  const names = ['one', 'two', 'three'].map((name) => unique(`gone-${name}`));
  for (const name of names) {
    const data = { id: newId('Repository'), name, link: 'https://a.example', description: '' };
    await records.deletedRepository.create({
      data: { ...data, createdAt: new Date(), updatedAt: new Date() },
    });
  }
  await openAsManager(page, mailbox, product, '/manager/repositories');
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible();
  const list = page.getByRole('list', { name: 'Recently deleted' });
  await list.getByRole('button', { name: `Restore ${names[0]}` }).click();
  await expect(page.getByText('Repository restored')).toBeVisible();
  await expect(list.getByText(names[0] ?? '', { exact: true })).toHaveCount(0);
  for (const name of names.slice(1)) {
    await list.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
  }
  const bar = page.getByRole('region', { name: 'Selected entries' });
  await bar.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('2 repositories restored')).toBeVisible();
  for (const name of names) await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  expect(await records.repository.count({ where: { name: { in: names } } })).toBe(3);
});
