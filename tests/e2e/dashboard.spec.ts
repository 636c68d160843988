import { signIn } from '#tests/support/browser-users.ts';
import { query } from '#tests/support/database.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';

test('the figures match the database', async ({ page, mailbox, database }) => {
  await signIn(page, mailbox, adminEmail);
  await expect(page).toHaveURL(/\/manager\/dashboard$/);
  const numberOf = async (sql: string) => {
    const [row] = await query<{ count: string }>(database.url, sql);
    return Number(row?.count);
  };
  const lately = `"createdAt" >= (now() AT TIME ZONE 'UTC')::date - 29`;
  await page.reload();
  const figure = (title: string) => page.getByRole('figure').filter({ hasText: title });
  const expected = {
    'New users': await numberOf(`SELECT count(*) FROM "user" WHERE ${lately}`),
    'Sign-ins': await numberOf(
      `SELECT count(*) FROM "account_event" WHERE "kind" = 'signed_in' AND ${lately}`,
    ),
    'New repositories': await numberOf(`SELECT count(*) FROM "repository" WHERE ${lately}`),
    'Users by status': await numberOf('SELECT count(*) FROM "user"'),
    'Mail delivery': await numberOf(`SELECT count(*) FROM "mail" WHERE ${lately}`),
  };
  for (const [title, count] of Object.entries(expected)) {
    await expect(figure(title).locator('figcaption p')).toContainText(count ? `${count}` : 'No ');
    await figure(title).locator('summary').click();
    const cells = figure(title).getByRole('row').locator('td:first-of-type');
    const shown = (await cells.allTextContents()).map(Number);
    expect(
      shown.reduce((sum, each) => sum + each, 0),
      title,
    ).toBe(count);
  }
  await expect(page.getByRole('main').getByRole('link', { name: /^Users/ })).toContainText(
    `${expected['Users by status']}`,
  );
});
