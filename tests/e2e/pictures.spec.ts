import { signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('a user uploads a picture, which the browser shrinks, and removes it', async ({
  page,
  mailbox,
  database,
}) => {
  await signIn(page, mailbox, `${unique('pictured')}@example.org`);
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  await page.getByLabel('Picture file').setInputFiles('client/public/favicon.svg');
  await expect(page.getByText("Couldn't read this picture.", { exact: false })).toBeVisible();
  await page.getByLabel('Picture file').setInputFiles('client/public/icon-512.png');
  await expect(page.getByText('Picture saved')).toBeVisible();
  const picture = page.getByRole('button', { name: 'Account menu' }).locator('img');
  await expect(picture).toHaveJSProperty('naturalWidth', 256);
  const [stored] = await query<{ bytes: number }>(
    database.url,
    'SELECT octet_length("content") AS "bytes" FROM "profile_picture"',
  );
  expect(stored?.bytes).toBeLessThan(20_000);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Picture removed')).toBeVisible();
  await expect(picture).toHaveCount(0);
});
