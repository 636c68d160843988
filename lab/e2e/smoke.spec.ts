import { openAsManager } from '#tests/support/browser-users.ts';
import { databaseAt, expect, hold, test } from '#tests/support/e2e.ts';
import { createRepository, unique } from '#tests/support/factories.ts';

/** The chunk that has the rules of the sign-in form. */
const rulesChunk = /\/assets\/sign-in-[^/]+\.js$/;

test('a form is sent once, with the text at submit, even if its rules load late', async ({
  page,
  mailbox,
}) => {
  const release = await hold(page, rulesChunk);
  const late = page.waitForRequest(rulesChunk);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('send-verification-otp')) asked.push(request.postData() ?? '');
  });
  await page.goto('/login');
  const field = page.getByLabel('Email');
  const send = page.getByRole('button', { name: 'Continue with email' });
  await field.fill('nobody');
  await send.click();
  await late;
  const email = `${unique('swift')}@example.org`;
  await field.fill(email);
  release();
  // The address is valid by now, so no error is shown and nothing is sent.
  await expect(field).toBeFocused();
  await expect(field).not.toHaveAttribute('aria-invalid');
  await expect(page).toHaveURL(/\/login$/);
  expect(asked).toEqual([]);
  await send.dblclick();
  await mailbox.next(email);
  await expect(page).toHaveURL(/\/login\/verify/);
  expect(asked).toHaveLength(1);
});

test.describe('when the rules of a form fail to load', () => {
  test.use({ allowedProblems: [/\/assets\/sign-in-|status of 400/] });

  test('the server’s validation errors are shown', async ({ page }) => {
    let aborted = 0;
    await page.route(rulesChunk, (route) => {
      aborted += 1;
      return route.abort();
    });
    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Continue with email' }).click();
    expect(aborted).toBeGreaterThan(0);
    await expect(page.getByText('Email is invalid')).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue('nobody');
  });
});

test('a printed page is its content alone', async ({ page, mailbox, product, database }) => {
  const { id, name } = await createRepository(databaseAt(database.url));
  await openAsManager(page, mailbox, product, `/manager/repositories/${id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  for (const role of ['button', 'link'] as const) {
    await expect(page.getByRole(role, { name: /^(Delete|Edit)/ })).toHaveCount(0);
  }
});
