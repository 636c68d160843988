import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { newId } from '#server/database/ids.ts';
import { languageCodes } from '#shared/languages.ts';
import { openAsManager, signedInPage } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import {
  createAccessToken,
  createMember,
  createOrganization,
  createRepository,
  createUser,
  unique,
} from '#tests/support/factories.ts';
import { focusSecond } from '#tests/support/keyboard.ts';
import { overlaps } from '#tests/support/page-layout.ts';
import { textsOf } from '#tests/support/texts.ts';

const rows = (page: Page) =>
  page.getByRole('list', { name: 'Repositories', exact: true }).locator('[data-row]');
const total = (page: Page) => page.getByRole('main').getByRole('status').first();
const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected entries' });

async function organizationOf(url: string, roles: Record<string, 'owner' | 'admin' | 'member'>) {
  const database = databaseAt(url);
  const members: Record<string, 'owner' | 'admin' | 'member'> = {};
  for (const [email, role] of Object.entries(roles)) {
    const { id } = await database.user.findUniqueOrThrow({ where: { email } });
    members[id] = role;
  }
  const name = unique('Lantern');
  const { id, slug } = await createOrganization(database, { members, name });
  return { id, name, path: `/app/organizations/${slug}` };
}

async function addRepositories(url: string, organizationId: string, count: number) {
  const word = unique('bulk');
  await databaseAt(url).repository.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      ...{ id: newId('Repository'), organizationId, name: `${word} ${index}` },
      link: 'https://git.example.com/x',
    })),
  });
  return word;
}

async function createRobot(url: string, organizationId: string) {
  const data = { name: 'Nightly sync', isServiceAccount: true };
  const { id: userId } = await createUser(databaseAt(url), data);
  await createMember(databaseAt(url), organizationId, userId);
  return userId;
}

test('the admin of an organization selects its repositories, all matches too, and deletes them', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Ada Admin');
  const { id, path } = await organizationOf(database.url, { [email]: 'admin' });
  const word = await addRepositories(database.url, id, 105);
  const { name: shared } = await createRepository(databaseAt(database.url), {
    name: `${word} of everyone`,
  });
  await page.goto(`${path}/repositories?searchTerm=${word}`);
  await expect(total(page)).toHaveText('105 repositories');
  await page.getByRole('button', { name: 'View options' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download CSV' }).click(),
  ]);
  const csv = await readFile(await file.path(), 'utf8');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(1 + 105);
  const bar = selectionBar(page);
  await focusSecond(page, rows(page).getByRole('link'));
  await page.keyboard.press('x');
  for (const tabs of await page.locator('[data-tab-bar]').all()) {
    await expect.poll(() => overlaps(bar, tabs)).toBe(false);
  }
  await bar.getByRole('button', { name: 'Select all 105' }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('105 repositories deleted')).toBeVisible();
  await expect(bar).toHaveCount(0);
  const left = await databaseAt(database.url).repository.count({ where: { name: shared } });
  expect(left).toBe(1);
  await page.context().close();
});

test('a member reads the repositories of an organization, and selects none', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Grace Member');
  const { id, path } = await organizationOf(database.url, { [email]: 'member' });
  await addRepositories(database.url, id, 3);
  await page.goto(`${path}/repositories`);
  await expect(rows(page)).toHaveCount(3);
  await focusSecond(page, rows(page).getByRole('link'));
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(rows(page).getByRole('link').nth(2)).toBeFocused();
  await expect(rows(page).getByRole('checkbox')).toHaveCount(0);
  await expect(selectionBar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  await page.context().close();
});

test('a list of an organization says what others have added to it, and nothing of other lists', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const other = await signedInPage(browser, product.url, mailbox, 'Grace Admin');
  const here = await organizationOf(database.url, { [email]: 'owner', [other.email]: 'admin' });
  const there = await organizationOf(database.url, { [email]: 'owner', [other.email]: 'admin' });
  await addRepositories(database.url, here.id, 2);
  await page.goto(`${here.path}/repositories`);
  await expect(rows(page)).toHaveCount(2);

  const add = async (path: string) => {
    const name = unique('Vivid');
    await other.page.goto(`${path}/repositories/new`);
    await other.page.getByRole('textbox', { name: 'Name' }).fill(name);
    await other.page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/vivid');
    await other.page.getByRole('button', { name: 'Create repository' }).click();
    await expect(other.page.getByRole('heading', { level: 1, name })).toBeVisible();
    return name;
  };
  await add(there.path);
  const name = await add(here.path);
  const newRows = page.getByRole('button', { name: '1 new · Show' });
  await expect(newRows).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
  await newRows.click();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await expect(newRows).toHaveCount(0);
  await other.page.context().close();
  await page.context().close();
});

test('a manager sees in the list of all repositories to which organization each belongs', async ({
  page,
  isMobile,
  mailbox,
  product,
  database,
}) => {
  const { id, name } = await createOrganization(databaseAt(database.url), {
    name: `${unique('Lantern')} and Lighthouse Works of Zanzibar, Pemba and the Coast`,
  });
  const word = await addRepositories(database.url, id, 25);
  const own = await createRepository(databaseAt(database.url), { name: `${word} of everyone` });
  await openAsManager(page, mailbox, product, `/manager/repositories?searchTerm=${word}`);
  await expect(total(page)).toHaveText('26 repositories');
  const links = rows(page).getByRole('link', { name, exact: true });
  await expect(links).toHaveCount(19);
  const ownRow = rows(page).filter({ hasText: own.name });
  await expect(ownRow.getByRole('link')).toHaveCount(1);
  if (!isMobile) {
    const heights = [ownRow, rows(page).nth(3)].map(
      async (row) => (await row.boundingBox())?.height,
    );
    expect(await heights[1]).toBe(await heights[0]);
  }
  await expect(async () => {
    await page.mouse.wheel(0, 3_000);
    await expect(links).toHaveCount(25, { timeout: 500 });
  }).toPass();

  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Organization' }).click();
  await expect(links).toHaveCount(0);
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Organization' }).click();

  await links.first().click();
  await expect(page).toHaveURL(new RegExp(`/manager/organizations/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('service accounts are shown as programs', async ({ browser, product, mailbox, database }) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { path, id: organizationId } = await organizationOf(database.url, { [email]: 'owner' });
  await createRobot(database.url, organizationId);
  for (const address of [path, `${path}/members`]) {
    await page.goto(address);
    const account = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: 'Nightly sync' });
    await expect(account).toBeVisible();
    await expect(account.locator('.lucide-bot')).toBeVisible();
    await expect(account.getByText('NS', { exact: true })).toHaveCount(0);
  }
  await page.context().close();
});

const startOf = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } = range.getBoundingClientRect();
    return Math.round(document.dir === 'rtl' ? -right : left);
  });

test('the page of service accounts shows its own link and whose tokens there are, in each language', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Ada Owner');
  const { path, id: organizationId } = await organizationOf(database.url, { [email]: 'owner' });
  const userId = await createRobot(database.url, organizationId);
  const { id } = await createAccessToken(databaseAt(database.url), userId);
  await databaseAt(database.url).accessToken.update({ where: { id }, data: { organizationId } });
  for (const language of languageCodes) {
    const t = textsOf(language);
    await page.goto(`${path}/service-accounts?lng=${language}`);
    const link = page
      .getByRole('main')
      .getByRole('link', { name: t('organization:nav.serviceAccounts') });
    await expect(link).toBeInViewport({ ratio: 1 });
    const token = page.getByRole('main').getByRole('listitem').filter({ hasText: 'atr_' });
    const name = token.getByText('CI', { exact: true });
    const owner = token.getByText('Nightly sync');
    await expect(owner).toBeVisible();
    expect(await startOf(owner)).toBe(await startOf(name));
  }
  await page.context().close();
});

test('a member of many organizations searches them, whatever the accents', async ({
  browser,
  product,
  mailbox,
  database,
}) => {
  const { page, email } = await signedInPage(browser, product.url, mailbox, 'Ada Member');
  const { id } = await databaseAt(database.url).user.findUniqueOrThrow({ where: { email } });
  const search = page.getByRole('searchbox', { name: 'Search organizations' });
  const names = ['Élan', 'Elk', 'Oak', 'Elm', 'Fir', 'Ash', 'Yew', 'Bay'].map(unique);
  for (const [at, name] of names.entries()) {
    await createOrganization(databaseAt(database.url), { members: { [id]: 'member' }, name });
    if (at > 0) continue;
    await page.goto('/app/organizations');
    await expect(page.getByRole('link', { name })).toBeVisible();
    await expect(search).toHaveCount(0);
  }
  await page.reload();
  await search.fill('elan');
  const list = page.getByRole('list', { name: 'Organizations', exact: true });
  await expect(list.locator('[data-row]')).toHaveText([new RegExp(names[0] ?? '')]);
  await search.fill('zebra');
  await expect(page.getByText('No results for “zebra”')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Clear search' }).last().click();
  await expect(list.locator('[data-row]')).toHaveCount(names.length);
  await page.context().close();
});
