import { newPage, signIn } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('GraphiQL sends an access token, without a session', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  await signIn(page, mailbox, `${unique('explorer')}@example.org`);
  await expect(page).toHaveURL(/\/app$/);
  const created = await page.request.post('/api/graphql', {
    headers: { origin: product.url },
    data: {
      query: `mutation {
        createAccessToken(input: { name: "CI", scopes: [REPOSITORY_READ], expiresInDays: 30 }) { secret }
      }`,
    },
  });
  const { secret } = (await created.json()).data.createAccessToken;
  const explorer = await newPage(browser, product.url);
  await explorer.goto('/api/graphql');
  await explorer.getByRole('button', { name: 'Use a token' }).click();
  await explorer.getByLabel('Access token').fill(`${secret}0`);
  await explorer.getByRole('button', { name: 'Use token' }).click();
  await expect(explorer.getByText('This token is invalid, expired or revoked.')).toBeVisible();
  await explorer.getByLabel('Access token').fill(secret);
  await explorer.getByRole('button', { name: 'Use token' }).click();
  await expect(explorer.getByText(/^Token of .*Ada Lovelace/)).toBeVisible();
  await explorer.context().close();
});
