import { openAsManager } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import {
  createBusyManager,
  download,
  readCsv,
  readNdjson,
  rows,
  total,
} from './steps/audit-log.ts';

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

  await page.getByRole('button', { name: /^Event:/ }).click();
  await expect(page.getByRole('menu').getByRole('separator')).toHaveCount(10);
  await page.keyboard.press('Escape');
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
