import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { newId } from '#server/database/ids.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, createUser, unique } from '#tests/support/factories.ts';

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Audit log', exact: true }).getByRole('listitem');
const total = (page: Page) => page.getByRole('main').getByRole('status').first();

async function createBusyManager(url: string, name: string, count: number) {
  const database = databaseAt(url);
  const { id } = await createUser(database, { name, role: 'admin' });
  const repository = await createRepository(database, { name: unique('audited') });
  await database.auditEvent.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: newId('AuditEvent'),
      recordId: repository.id,
      subjectName: repository.name,
      actorId: id,
      kind: 'repository_updated' as const,
      createdAt: new Date(Date.now() - index * 60_000),
      network: '203.0.113.0/24',
    })),
  });
  return { id, repository };
}

async function download(page: Page, entry: 'Download CSV' | 'Download NDJSON') {
  await page.getByRole('button', { name: 'View options' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: entry }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const readCsv = (text: string) =>
  Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, '').trimEnd(), { header: true });

const readNdjson = (text: string): Record<string, string | null>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('what another manager did is filtered by the URL and paged', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const name = unique('Grace');
  const { id, repository } = await createBusyManager(database.url, name, 45);
  await openAsManager(page, mailbox, product, '/manager/audit-log?kind=REPOSITORY_UPDATED');
  const newest = rows(page).filter({ hasText: repository.name }).first();
  await expect(newest).toContainText(name);
  await newest.getByRole('button', { name: 'Actions for this event' }).click();
  await page.getByRole('menuitem', { name: `Only events by ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`actor=${id}`));
  await expect(total(page)).toHaveText('45 events');
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    await expect(rows(page)).toHaveCount(45, { timeout: 500 });
  }).toPass();

  const csv = await download(page, 'Download CSV');
  expect(csv.name).toBe('audit-log.csv');
  const { data, errors } = readCsv(csv.text);
  expect(errors).toEqual([]);
  expect(data).toHaveLength(45);
  const ndjson = await download(page, 'Download NDJSON');
  expect(readNdjson(ndjson.text).map((event) => event.id)).toEqual(data.map((event) => event.id));
  expect(data[0]).toMatchObject({
    ...{ kind: 'repository_updated', actorId: id, actorName: name },
    ...{ subjectId: repository.id, subjectName: repository.name, network: '203.0.113.0/24' },
  });

  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/manager\/audit-log$/);
  const tab = await page.context().newPage();
  await tab.goto(`/manager/repositories/${repository.id}`);
  await tab.getByRole('button', { name: 'Delete repository' }).click();
  await expect(tab.getByText('Repository deleted')).toBeVisible();
  await tab.close();
  await page.goto(`/manager/audit-log?subject=${repository.id}`);
  await expect(total(page)).toHaveText('46 events');
  await expect(rows(page).first()).toContainText('Repository deleted');
  await expect(rows(page).first()).toContainText('Ada Lovelace');
  await page.getByRole('button', { name: `Remove the filter “About ${repository.name}”` }).click();
  await expect(page).toHaveURL(/\/manager\/audit-log$/);
});
