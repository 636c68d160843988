import { openAsManager, viewerOf } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createUser } from '#tests/support/factories.ts';

test('the account cannot be changed during impersonation, and the page says so', async ({
  page,
  mailbox,
  product,
  database,
}) => {
  const { id, name } = await createUser(databaseAt(database.url), { name: 'Locked Lou' });
  await openAsManager(page, mailbox, product, `/manager/users/${id}`);
  await page.getByRole('button', { name: 'Impersonate' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(page).toHaveURL(/\/app$/);
  await page.goto('/app/account');
  const main = page.getByRole('main');
  for (const action of ['Change name', 'Change email'])
    await expect(main.getByRole('button', { name: action })).toBeDisabled();
  await page.goto('/app/account/data');
  for (const action of ['Download my data', 'Delete my account'])
    await expect(main.getByRole('button', { name: action })).toBeDisabled();
  await page.goto('/app/account?state=change-name');
  await expect(main.getByRole('heading', { name: 'Account', exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Bypass the page: the server rejects the request too.
  const answer = await page.request.post('/api/graphql', {
    data: { query: 'mutation { updateViewer(input: { name: "Mine" }) { errors { code } } }' },
  });
  expect((await answer.json()).errors[0].extensions.code).toBe('FORBIDDEN');
  expect(await databaseAt(database.url).user.findUnique({ where: { id } })).toMatchObject({ name });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Stop impersonating' }).click();
  await expect(page).toHaveURL(new RegExp(`/manager/users/${id}$`));
  expect(await viewerOf(page)).toBe(adminEmail);
});
