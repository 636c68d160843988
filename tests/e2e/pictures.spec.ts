import type { Locator, Page } from '@playwright/test';
import { signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

/** A PNG of 1600 × 900 pixels whose left half is red and whose right half is blue. */
async function redAndBlue(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1_600, height: 900 });
    const context = canvas.getContext('2d');
    for (const [at, color] of ['#f00', '#00f'].entries()) {
      if (context) context.fillStyle = color;
      context?.fillRect(at * 800, 0, 800, 900);
    }
    return canvas.toDataURL();
  });
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

/** Shares of red at the left edge, in the middle and at the right edge. */
const redOf = (picture: Locator) =>
  picture.evaluate((image: HTMLImageElement) => {
    const context = document.createElement('canvas').getContext('2d');
    context?.drawImage(image, 0, 0, 256, 256, 0, 0, 3, 3);
    const pixels = context?.getImageData(0, 1, 3, 1).data ?? [];
    return [0, 4, 8].map((at) => Math.round((pixels[at] ?? 0) / 255));
  });

test('a user uploads a picture, whose middle the browser shrinks, and removes it', async ({
  page,
  mailbox,
  database,
}) => {
  await signIn(page, mailbox, `${unique('pictured')}@example.org`);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  const file = page.getByLabel('Picture file');
  await file.setInputFiles('client/public/favicon.svg');
  await expect(page.getByText("Couldn't read this picture.", { exact: false })).toBeVisible();

  const buffer = await redAndBlue(page);
  await file.setInputFiles({ name: 'halves.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Picture saved')).toBeVisible();

  const picture = page.getByRole('button', { name: 'Account menu' }).locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
  expect(await redOf(picture)).toEqual([1, expect.any(Number), 0]);
  const [stored] = await query<{ bytes: number }>(
    database.url,
    'SELECT octet_length("content") AS "bytes" FROM "profile_picture"',
  );
  expect(stored?.bytes).toBeLessThan(20_000);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Picture removed')).toBeVisible();
  await expect(picture).toHaveCount(0);
});
