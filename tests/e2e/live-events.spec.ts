import { newPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

/** A reconnecting stream is not a failure of the page. */
test.use({ allowedProblems: [/status of 401/] });

test('a manager creates, renames and deletes a repository; a user sees it happen', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const name = unique('Live');
  const user = await newPage(browser, product.url);
  await signIn(user, mailbox, `${unique('watcher')}@example.org`);
  await user.goto('/app/repositories');
  await expect(user.getByRole('heading', { name: 'Repositories' })).toBeVisible();

  await signIn(page, mailbox, adminEmail);
  await page.goto('/manager/repositories/new');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Link' }).fill('git.example.com/live');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  // New rows don't shift the list: a button announces them.
  const newRows = user.getByRole('button', { name: '1 new · Show' });
  await expect(newRows).toBeVisible({ timeout: 15_000 });
  await expect(user.getByRole('link', { name })).toHaveCount(0);
  await newRows.click();
  await expect(user.getByRole('link', { name })).toBeVisible();
  await expect(newRows).toHaveCount(0);

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`${name} renamed`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(user.getByRole('link', { name: `${name} renamed` })).toBeVisible();

  await page.getByRole('button', { name: 'Delete repository' }).click();
  await expect(user.getByRole('link', { name: `${name} renamed` })).toHaveCount(0);
  await user.context().close();
});

test('a banned user is signed out and told the reason', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const email = `${unique('banned')}@example.org`;
  const user = await newPage(browser, product.url);
  await signIn(user, mailbox, email);
  await expect(user).toHaveURL(/\/app$/);
  await signIn(page, mailbox, adminEmail);
  await page.evaluate(async (address) => {
    const ask = async (query: string, variables: object) => {
      const response = await fetch('/api/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()).data;
    };
    const { users } = await ask(
      'query ($term: String) { users(searchTerm: $term) { nodes { id } } }',
      {
        term: address,
      },
    );
    await ask(
      'mutation ($id: ID!) { banUser(input: { id: $id, banReason: "x" }) { errors { code } } }',
      {
        id: users.nodes[0].id,
      },
    );
  }, email);
  await expect(user).toHaveURL(/\/login\/error/);
  await expect(user.getByText('You have been banned from this application')).toBeVisible();
  const answer = await user.request.post('/api/graphql', {
    data: { query: '{ viewer { user { id } } }' },
  });
  expect((await answer.json()).data.viewer).toBeNull();
  await user.context().close();
});
