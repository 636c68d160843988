import type { BrowserContext, Page } from '@playwright/test';
import { exhaustive } from '#lab/support/exhaustive.ts';
import { readLazyPages } from '#lab/support/lazy-pages.ts';
import { openAsManager } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { Product } from '#tests/support/product.ts';

test.use({
  allowedProblems: [
    'ERR_INTERNET_DISCONNECTED',
    'ERR_FAILED',
    '404',
    /imported module/,
    'The page itself fails.',
  ],
});

const pages = await readLazyPages();
const scripts = /\/assets\/[^/]*\.js$/;

const unavailable = (page: Page) =>
  page.getByRole('heading', { name: 'This page is unavailable right now' });

async function openNothing(page: Page, mailbox: Mailbox, product: Product, area = '/manager') {
  await openAsManager(page, mailbox, product, `${area}/nothing`);
  await expect(page.getByText('404')).toBeVisible();
}

function onDocument(page: Page, listener: () => void) {
  page.on('request', (request) => {
    if (request.resourceType() === 'document') listener();
  });
}

async function follow(page: Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

async function removeOtherScripts(page: Page) {
  const kept = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => name),
  );
  await page
    .context()
    .route(scripts, (route) =>
      kept.includes(route.request().url())
        ? route.continue()
        : route.fulfill({ status: 404, body: '' }),
    );
}

const restore = (context: BrowserContext) => context.unrouteAll({ behavior: 'ignoreErrors' });

async function expectAnswer(page: Page) {
  await expect(page.getByText('404')).toHaveCount(0);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain.or(page.getByRole('heading', { level: 1 })).first()).toBeVisible();
}

async function expectPage(page: Page, path: string) {
  await expect(unavailable(page)).toHaveCount(0);
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^${path}`));
}

for (const path of pages.filter((each) => /^\/(app|manager)/.test(each))) {
  const area = `/${path.split('/')[1]}`;
  const isQuick = path === '/app/account';

  test(
    `${path} opened offline says so, and opens later`,
    exhaustive(isQuick),
    async ({ page, mailbox, product }) => {
      await openNothing(page, mailbox, product, area);
      await page.context().setOffline(true);
      await follow(page, path);
      await expectAnswer(page);
      await expect(page.getByText("You're offline.")).toBeVisible();
      if (await unavailable(page).isVisible()) {
        // Retrying must not end on the browser's own error page.
        await page.getByRole('button', { name: 'Try again' }).first().click();
        await expect(unavailable(page)).toBeVisible();
      }
      await page.context().setOffline(false);
      await expectPage(page, path);
    },
  );

  test(
    `${path} without its code offers to try again`,
    exhaustive(isQuick),
    async ({ page, mailbox, product }) => {
      await openNothing(page, mailbox, product, area);
      await removeOtherScripts(page);
      await follow(page, path);
      await expectAnswer(page);
      await restore(page.context());
      if (await unavailable(page).isVisible()) {
        await page.getByRole('button', { name: 'Try again' }).first().click();
      }
      await expectPage(page, path);
    },
  );
}

test('a page that a deployment has replaced opens by itself', async ({
  page,
  mailbox,
  product,
}) => {
  await openNothing(page, mailbox, product);
  await removeOtherScripts(page);
  onDocument(page, () => void restore(page.context()));
  await follow(page, '/manager/users');
  await expectPage(page, '/manager/users');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
});

test('a page whose code stays missing is reloaded only once', async ({
  page,
  mailbox,
  product,
}) => {
  await openNothing(page, mailbox, product);
  await removeOtherScripts(page);
  let documents = 0;
  onDocument(page, () => {
    documents += 1;
  });
  await follow(page, '/manager/users');
  await expect(unavailable(page)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(unavailable(page)).toBeVisible();
  expect(documents).toBe(1);
});

test('a document whose scripts are missing offers to try again', async ({
  page,
  mailbox,
  product,
}) => {
  await page.context().route(scripts, (route) => route.fulfill({ status: 404, body: '' }));
  await openAsManager(page, mailbox, product, '/manager/users');
  await expect(unavailable(page)).toBeVisible();
  await restore(page.context());
  await page.getByRole('link', { name: 'Try again' }).click();
  await expectPage(page, '/manager/users');
});

test('a menu opens offline, and where all other code is missing', async ({
  page,
  mailbox,
  product,
}) => {
  await openAsManager(page, mailbox, product, '/manager/repositories/new');
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Half-typed');
  await removeOtherScripts(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Half-typed');
});

test('an error outside of all pages leaves a way to try again', async ({
  page,
  mailbox,
  product,
}) => {
  await openNothing(page, mailbox, product);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', {
      get() {
        throw new Error('The page itself fails.');
      },
    });
    dispatchEvent(new Event('offline'));
  });
  await expect(unavailable(page)).toBeVisible();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByText('404')).toBeVisible();
});
