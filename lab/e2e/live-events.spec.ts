import type { Page } from '@playwright/test';
import { openAsManager, signedInPage } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createRepository, createUser } from '#tests/support/factories.ts';
import { freePort } from '#tests/support/product.ts';

test.use({
  /** A reconnecting stream is not a failure of the page. */
  allowedProblems: [/status of 401/],
  settings: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => use({ METRICS_PORT: String(await freePort()) }),
    { scope: 'worker' },
  ],
});

/** Several open tabs are slow on a busy machine. */
const busy = { timeout: 60_000 };

async function openStreams({ METRICS_PORT }: Record<string, string>): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text();
  return Number(/^atrium_open_streams(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1]);
}

async function openTab(page: Page, path: string): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(path);
  return tab;
}

/** Hides or shows a tab as switching to another one does, which headless browsers don't report. */
const switchTab = (page: Page, isHidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('seven tabs of one browser answer, share one stream, and miss nothing when its tab closes', async ({
  browser,
  product,
  mailbox,
  database,
  settings,
}) => {
  test.slow();
  const people = databaseAt(database.url);
  const { id, name } = await createRepository(people);
  const { page: first } = await signedInPage(browser, product.url, mailbox, 'Tabitha');
  const path = `/app/repositories?searchTerm=${name}`;
  await first.goto(path);
  const tabs = [first];
  const showAll = async (shown: string) => {
    for (const tab of tabs) await expect(tab.getByRole('link', { name: shown })).toBeVisible(busy);
  };
  const rename = async (to: string) => {
    await people.repository.update({ where: { id }, data: { name: to } });
    await showAll(to);
  };
  while (tabs.length < 7) {
    tabs.push(await openTab(first, path));
    await showAll(name);
  }
  await rename(`${name} once`);
  expect(await openStreams(settings)).toBe(1);

  await first.getByRole('link', { name: `${name} once` }).click();
  await expect(first.getByRole('heading', { name: `${name} once` })).toBeVisible(busy);
  // The first tab keeps the stream.
  await first.close();
  tabs.shift();
  await rename(`${name} twice`);
  await rename(`${name} thrice`);
  expect(await openStreams(settings)).toBe(1);

  const leaving = tabs[0] as Page;
  await leaving.getByRole('button', { name: 'Account menu' }).click();
  await leaving.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/login/, busy);
    await expect(tab.getByRole('link', { name: `${name} thrice` })).toHaveCount(0);
  }
  await expect.poll(() => openStreams(settings), busy).toBe(0);
  await leaving.context().close();
});

test('a hidden tab hands its stream over, and asks when it is shown or has no stream', async ({
  browser,
  product,
  mailbox,
  database,
  settings,
}) => {
  test.slow();
  const people = databaseAt(database.url);
  const { id, name } = await createRepository(people);
  const rename = async (to: string) =>
    people.repository.update({ where: { id }, data: { name: to } });
  const { page: hidden } = await signedInPage(browser, product.url, mailbox, 'Hidden Heidi');
  const path = `/app/repositories?searchTerm=${name}`;
  await hidden.clock.install();
  await hidden.goto(path);
  const shown = await openTab(hidden, path);
  for (const tab of [hidden, shown])
    await expect(tab.getByRole('link', { name })).toBeVisible(busy);
  await expect.poll(() => openStreams(settings), busy).toBe(1);
  await switchTab(hidden, true);
  await hidden.clock.fastForward('01:00');
  await rename(`${name} once`);
  await expect(shown.getByRole('link', { name: `${name} once` })).toBeVisible(busy);
  await shown.close();
  await expect.poll(() => openStreams(settings), busy).toBe(0);
  await rename(`${name} twice`);
  await expect(hidden.getByRole('link', { name: `${name} twice` })).toHaveCount(0, busy);
  await switchTab(hidden, false);
  await expect(hidden.getByRole('link', { name: `${name} twice` })).toBeVisible(busy);
  expect(await openStreams(settings)).toBe(1);

  // As in a browser without Web Locks.
  await hidden.addInitScript(() =>
    Object.defineProperty(Object.getPrototypeOf(navigator), 'locks', { value: undefined }),
  );
  await hidden.reload();
  await expect(hidden.getByRole('link', { name: `${name} twice` })).toBeVisible(busy);
  await expect.poll(() => openStreams(settings), busy).toBe(0);
  await hidden.clock.fastForward('00:31');
  await expect(hidden.getByText('Live updates are paused.')).toBeVisible(busy);
  await rename(`${name} thrice`);
  await hidden.clock.fastForward('00:31');
  await expect(hidden.getByRole('link', { name: `${name} thrice` })).toBeVisible(busy);
  await hidden.context().close();
});

test('impersonation in one tab changes the viewer of all tabs, and so does its end', async ({
  page,
  mailbox,
  product,
  database,
  settings,
}) => {
  test.slow();
  const { id } = await createUser(databaseAt(database.url), { name: 'Mirror Mia' });
  await openAsManager(page, mailbox, product, '/manager/repositories');
  const acting = await openTab(page, '/manager/repositories');
  const own = await openTab(page, '/app/repositories');
  await acting.goto(`/manager/users/${id}`);
  await acting.getByRole('button', { name: 'Impersonate' }).click();
  await acting.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(acting).toHaveURL(/\/app$/, busy);
  const banner = { name: 'Impersonation' };
  for (const tab of [acting, own, page])
    await expect(tab.getByRole('region', banner)).toContainText('Mirror Mia', busy);
  await expect(page.getByText('403')).toBeVisible(busy);
  // Read again for the new viewer.
  await expect(own.getByRole('main').getByRole('listitem').first()).toBeVisible(busy);
  const { name } = await createRepository(databaseAt(database.url));
  await own.getByRole('button', { name: '1 new · Show' }).click();
  await expect(own.getByRole('link', { name })).toBeVisible(busy);
  expect(await openStreams(settings)).toBe(1);

  await acting.getByRole('region', banner).getByRole('button', { name: 'Stop' }).click();
  for (const tab of [acting, own, page]) {
    await expect(tab.getByRole('region', banner)).toHaveCount(0, busy);
    await expect(tab.getByRole('button', { name: 'Account menu' })).toBeVisible(busy);
  }
  const next = await createRepository(databaseAt(database.url));
  await own.goto('/app/repositories');
  await expect(own.getByRole('link', { name: next.name })).toBeVisible(busy);
  await expect.poll(() => openStreams(settings), busy).toBe(1);
});
