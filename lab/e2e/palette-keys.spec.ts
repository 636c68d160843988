import type { Page } from '@playwright/test';
import { openAsManager } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import type { Product } from '#tests/support/product.ts';

/** A mobile network: 300 ms latency and 1.5 Mbit/s. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 1_500_000 / 8,
    uploadThroughput: 1_500_000 / 8,
  });
}

const palette = (page: Page) => page.getByRole('combobox', { name: 'Go to' });

async function openRepositories(page: Page, mailbox: Mailbox, product: Product) {
  await openAsManager(page, mailbox, product, '/manager/repositories');
  await expect(page.getByRole('heading', { name: 'Repositories' })).toBeVisible();
}

test.describe('keys', () => {
  test.skip(({ isMobile }) => isMobile);

  for (const delay of [0, 80, 150]) {
    test(`every letter arrives on a slow network, at ${delay} ms a key`, async ({
      page,
      mailbox,
      product,
    }) => {
      await slowDown(page);
      await openRepositories(page, mailbox, product);
      await page.keyboard.press('Control+k');
      await page.keyboard.type('create', { delay });
      await expect(palette(page)).toHaveValue('create');
      await expect(palette(page)).toBeFocused();
      await page.keyboard.type('d');
      await expect(palette(page)).toHaveValue('created');
      await expect(page).toHaveURL(/\/manager\/repositories$/);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});

test('Ctrl+K opens the palette over a menu', async ({ page, mailbox, product }) => {
  await openAsManager(page, mailbox, product, '/manager/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('Ctrl+K opens the palette while a dialog is closing', async ({ page, mailbox, product }) => {
  await openAsManager(page, mailbox, product, '/manager/account?state=change-name');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // Asks in each frame, so that the dialog is still fading out.
  await page.waitForFunction(() => !document.querySelector('[role=dialog][data-state=open]'));
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
});
