import { newId } from '#server/database/ids.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';

test('a stranger reads the published articles on a phone, without signing in', async ({
  page,
  product,
  database,
}) => {
  const write = (title: string, published: boolean) => {
    const data = { id: newId('Article'), title, text: 'See https://example.org', published };
    return databaseAt(database.url).article.create({ data });
  };
  await write('Set up a printer', true);
  await write('Draft', false);
  await page.setViewportSize({ width: 390, height: 844 });
  const response = await page.goto(`${product.url}/help`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Set up a printer' })).toBeVisible();
  await expect(page.getByText('Draft')).toHaveCount(0);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('an address beside it is unknown', async ({ page, product }) => {
  expect((await page.request.get(`${product.url}/helpdesk`)).status()).toBe(404);
  await page.goto(`${product.url}/help/other`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found');
});
