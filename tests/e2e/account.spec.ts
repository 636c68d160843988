import { query } from '#tests/support/database.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { newcomer, personByEmail, typeCode } from './steps/account.ts';

test('the email changes with a code to the new address, and the old one is notified', async ({
  page,
  mailbox,
  database,
}) => {
  const former = await newcomer(page, mailbox, 'mover');
  const wanted = `${unique('moved')}@example.org`;
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email' });
  await dialog.getByLabel('New email').fill(former);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(dialog.getByText('Email already used')).toBeVisible();
  await dialog.getByLabel('New email').fill(wanted.toUpperCase());
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await expect(page).toHaveURL(`/app/account?newEmail=${encodeURIComponent(wanted)}`);
  await expect(dialog.getByText(wanted)).toBeVisible();

  await page.reload();
  await expect(dialog.getByText(wanted)).toBeVisible();
  await typeCode(page, mailbox, wanted);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByText(wanted).first()).toBeVisible();
  await expect(page).toHaveURL(/\/app\/account$/);

  expect(await query(database.url, personByEmail, [former])).toEqual([]);
  expect(await query(database.url, personByEmail, [wanted])).toHaveLength(1);
  const word = await mailbox.next(former);
  expect(word.text).toContain(wanted);
});

test('an access token is created, shown once, used by a program and revoked', async ({
  page,
  mailbox,
  playwright,
}) => {
  const email = await newcomer(page, mailbox, 'programmer');
  await page.goto('/app/account/access-tokens');
  await expect(page.getByText('No access tokens yet')).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/app/account/access-tokens');
  await expect(otherTab.getByText('No access tokens yet')).toBeVisible();
  await page.getByRole('button', { name: 'New access token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New access token' });
  const create = dialog.getByRole('button', { name: 'Create access token' });
  await expect(create).toBeInViewport({ ratio: 1 });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await create.click();
  await expect(dialog.getByText('Choose at least one permission')).toBeVisible();
  await name.fill('Deployment script');
  await dialog.getByRole('button', { name: 'Select all: Repositories' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Read repositories' })).toBeChecked();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByText('30 days').click();
  await dialog.getByRole('button', { name: 'Create access token' }).click();

  const created = page.getByRole('dialog', { name: 'Access token created' });
  const secret = (await created.getByText(/^atr_\w{38}$/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(created).toBeVisible();
  await created.getByRole('button', { name: 'Done' }).click();
  await expect(created).toHaveCount(0);
  const row = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(row).toContainText(secret.slice(0, 12));
  await expect(row).toContainText('Never used');
  await expect(page.getByText(secret)).toHaveCount(0);
  const rowElsewhere = otherTab.getByRole('list', { name: 'Access tokens' }).getByRole('listitem');
  await expect(rowElsewhere).toContainText('Deployment script');

  const program = await playwright.request.newContext();
  const ask = (by = secret) =>
    program.post(new URL('/api/graphql', page.url()).href, {
      headers: { authorization: `Bearer ${by}` },
      data: { query: '{ viewer { user { email } } }' },
    });
  const answer = await ask();
  expect(answer.status()).toBe(200);
  expect((await answer.json()).data).toEqual({ viewer: { user: { email } } });

  await row.getByRole('button', { name: 'Rotate the access token “Deployment script”' }).click();
  const rotate = page.getByRole('dialog', { name: 'Rotate “Deployment script”' });
  await expect(rotate.getByText(/^The current secret works until/)).toBeVisible();
  await rotate.getByText('1 hour').click();
  await rotate.getByRole('button', { name: 'Rotate access token' }).click();
  const rotated = page.getByRole('dialog', { name: 'Access token rotated' });
  const next = (await rotated.getByText(/^atr_\w{38}$/).textContent()) ?? '';
  expect(next).not.toBe(secret);
  await rotated.getByRole('button', { name: 'Done' }).click();
  await expect(row).toContainText(next.slice(0, 12));
  await expect(row).toContainText('Former secret works until');
  expect([(await ask()).status(), (await ask(next)).status()]).toEqual([200, 200]);

  await row.getByRole('button', { name: 'Revoke the access token “Deployment script”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke access token' }).click();
  await expect(row).toContainText('Revoked on');
  await expect(rowElsewhere).toContainText('Revoked on');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect([(await ask()).status(), (await ask(next)).status()]).toEqual([401, 401]);
  await program.dispose();
});

test('an account is deleted, and no data of it is left', async ({ page, mailbox, database }) => {
  const email = await newcomer(page, mailbox, 'leaver');
  await page.goto('/app/account/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account' });
  expect(await query(database.url, personByEmail, [email])).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  const accountDeleted = page.getByRole('alertdialog', { name: 'Account deleted' });
  await expect(accountDeleted).toBeVisible();
  expect(await query(database.url, personByEmail, [email])).toEqual([]);
  await accountDeleted.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/app');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
