import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exhaustive } from '#lab/support/exhaustive.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, hold, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';
import { expectToFit } from '#tests/support/page-layout.ts';

const path = '/manager/repositories/csv-import';
const input = (page: Page) => page.getByLabel('Choose a CSV file or drop it here');
const place = (page: Page) => page.locator('label').filter({ has: input(page) });
const csv = (lines: readonly string[]) =>
  Buffer.from(['name,link,description', ...lines].join('\n'));

const choose = (page: Page, buffer: Buffer, name = 'repositories.csv') =>
  input(page).setInputFiles({ name, mimeType: 'text/csv', buffer });

/** Drops a file that its program deletes before the page reads it. */
async function dropDeleted(page: Page): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'));
  const file = join(folder, 'gone.csv');
  await writeFile(file, 'name,link\na,a.example\n');
  const elsewhere = await page.evaluateHandle(() => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    return chooser;
  });
  await elsewhere.setInputFiles(file);
  await rm(folder, { recursive: true });
  const data = await elsewhere.evaluateHandle(({ files }) => {
    const transfer = new DataTransfer();
    for (const chosen of files ?? []) transfer.items.add(chosen);
    return transfer;
  });
  await place(page).dispatchEvent('drop', { dataTransfer: data });
}

const lines = (page: Page, list: 'To be created' | 'Left out') =>
  page.getByRole('list', { name: list }).getByRole('listitem');

test(
  '5,000 lines are imported, and what is taken meanwhile is named',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    test.slow();
    const prefix = unique('many');
    const { repository } = databaseAt(database.url);
    await openAsManager(page, mailbox, product, path);
    const all = Array.from(
      { length: 5_000 },
      (_, i) => `${prefix} ${i},git.example.com/${i},No. ${i}`,
    );
    await choose(page, csv(all));
    const create = page.getByRole('button', { name: 'Create 5,000 repositories' });
    await expect(create).toBeVisible({ timeout: 120_000 });
    await expect(page.getByText('And 4,990 more')).toBeVisible();
    await createRepository(databaseAt(database.url), { name: `${prefix} 4321` });
    await create.click();
    await expect(page.getByRole('progressbar', { name: 'Creating repositories…' })).toBeVisible();
    await expect(page.getByText('4,999 repositories created')).toBeVisible({
      timeout: 180_000,
    });
    await expect(lines(page, 'Left out')).toHaveText([/^Line 4,323.*Name already used$/]);
    expect(await repository.count({ where: { name: { startsWith: prefix } } })).toBe(5_000);
  },
);

test(
  'an import is stopped, and says what was created',
  exhaustive(false),
  async ({ page, mailbox, product, database }) => {
    const prefix = unique('stopped');
    await openAsManager(page, mailbox, product, path);
    await choose(
      page,
      csv(Array.from({ length: 250 }, (_, i) => `${prefix} ${i},git.example.com/x,`)),
    );
    const create = page.getByRole('button', { name: 'Create 250 repositories' });
    await expect(create).toBeVisible();
    const release = await hold(page, '**/api/graphql', 'CreateRepositories');
    await create.click();
    await page.getByRole('button', { name: 'Stop' }).click();
    release();
    await expect(page.getByText('The import was stopped before the end.')).toBeVisible();
    await expect(page.getByText('100 repositories created')).toBeVisible();
    const where = { name: { startsWith: prefix } };
    expect(await databaseAt(database.url).repository.count({ where })).toBe(100);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await expect(input(page)).toBeAttached();
  },
);

test(
  'a file that cannot be read says why, and another one is taken',
  exhaustive(false),
  async ({ page, mailbox, product }) => {
    await openAsManager(page, mailbox, product, path);
    await choose(page, Buffer.from('name,link\nCafé,a.example', 'latin1'));
    await expect(page.getByRole('alert')).toHaveText(/isn't UTF-8 text/);
    await dropDeleted(page);
    await expect(page.getByRole('alert')).toHaveText(/Couldn't read this/);
    // Drop the file instead, with overlong and bidirectional names.
    const names = ['W'.repeat(100), 'x\u202Egnp.exe', 'ﷺ'.repeat(60)];
    const text = csv(names.map((name) => `${name},${`a.example/${'x'.repeat(300)}`},`)).toString();
    const data = await page.evaluateHandle((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], `${'n'.repeat(200)}.csv`, { type: 'text/csv' }));
      return transfer;
    }, text);
    await place(page).dispatchEvent('drop', { dataTransfer: data });
    await expect(lines(page, 'To be created')).toHaveCount(2);
    await expect(lines(page, 'Left out')).toHaveCount(1);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectToFit(page, 'preview of an import', [1440, 390, 320]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(input(page)).toBeAttached();
  },
);
