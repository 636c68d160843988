import type { Page } from '@playwright/test';
import { addAuthenticator, withoutAutofill } from '#tests/support/browser-passkeys.ts';
import {
  ageSessions,
  onboard,
  openAsManager,
  openUser,
  signInWithCode,
} from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';

test.use({
  settings: [{ REQUIRE_PASSKEY_FOR: 'all' }, { scope: 'worker' }],
  // A sign-in that needs a passkey is answered with 403, a wrong recovery code with 400.
  allowedProblems: ['/sign-in/'],
});

const notice = (page: Page) => page.getByRole('complementary', { name: 'Passkey required' });
const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' });

async function expectMail(mailbox: Mailbox, email: string, subject: string): Promise<void> {
  expect((await mailbox.next(email)).subject).toContain(subject);
}

async function signInAgain(page: Page, mailbox: Mailbox, email: string) {
  await page.context().clearCookies();
  await page.goto('/login?redirect=/app/repositories');
  await signInWithCode(page, mailbox, email);
}

test('a person adds a passkey in time, then signs in with it, or with a recovery code', async ({
  page,
  mailbox,
}) => {
  await addAuthenticator(page);
  await withoutAutofill(page);
  const email = `${unique('required')}@example.org`;
  await page.goto('/login');
  await signInWithCode(page, mailbox, email);
  await onboard(page, 'Ada Lovelace');
  await expect(notice(page)).toContainText('Add a passkey by');
  await notice(page).getByRole('link', { name: 'Add passkey' }).click();
  await expect(page).toHaveURL(/\/app\/account\/security$/);
  await page.getByRole('main').getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
  await expectMail(mailbox, email, 'A passkey was added');
  await expect(page.getByText('Your account requires a passkey')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for passkey' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('This is your last passkey, and your account requires one.');
  await question.getByRole('button', { name: 'Cancel' }).click();

  await signInAgain(page, mailbox, email);
  await expect(page.getByRole('heading', { name: 'Sign in with your passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with passkey' }).click();
  await expect(page).toHaveURL(/\/app\/repositories$/);

  const query = 'mutation { createRecoveryCodes { codes } }';
  const response = await page.request.post('/api/graphql', { data: { query } });
  const [code] = (await response.json()).data.createRecoveryCodes.codes;
  await expectMail(mailbox, email, 'New recovery codes');
  await signInAgain(page, mailbox, email);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByLabel('Recovery code');
  await field.fill('AAAA-AAAA-AAAA');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Incorrect recovery code')).toBeVisible();
  await field.fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/repositories$/);
});

test('a person who is late adds a passkey to sign in, and an admin resets it', async ({
  page,
  browser,
  mailbox,
  product,
  database,
}) => {
  await addAuthenticator(page);
  await withoutAutofill(page);
  const email = `${unique('late')}@example.org`;
  await page.goto('/login');
  await signInWithCode(page, mailbox, email);
  await onboard(page, 'Grace Hopper');
  const stored = databaseAt(database.url);
  const passkeyDueAt = new Date(Date.now() - 1_000);
  await stored.user.update({ where: { email }, data: { passkeyDueAt } });

  await signInAgain(page, mailbox, email);
  await expect(page.getByRole('heading', { name: 'Add a passkey' })).toBeVisible();
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page).toHaveURL(/\/app\/repositories$/);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  await expect(page).toHaveURL(/\/app\/account\/security$/);
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Added');
  await expectMail(mailbox, email, 'A passkey was added');

  await ageSessions(stored, email);
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it' });
  await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await expect(proof.getByRole('button', { name: 'Use a code instead' })).toHaveCount(0);
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('dialog', { name: 'Your recovery codes' })).toBeVisible();
  await expectMail(mailbox, email, 'New recovery codes');

  const manager = await (await browser.newContext({ baseURL: product.url })).newPage();
  await openAsManager(manager, mailbox, product, '/manager');
  await openUser(manager, email, 'Grace Hopper');
  await manager.getByRole('button', { name: 'Reset passkeys' }).click();
  const question = manager.getByRole('alertdialog', { name: 'Reset passkeys of Grace Hopper?' });
  await question.getByRole('button', { name: 'Reset passkeys' }).click();
  await expect(manager.getByText('Passkeys reset').first()).toBeVisible();
  await expect(manager.getByRole('button', { name: 'Reset passkeys' })).toHaveCount(0);

  await expectMail(mailbox, email, 'were reset');
  await signInAgain(page, mailbox, email);
  await expect(menu(page)).toBeVisible();
  await expect(notice(page)).toBeVisible();
});
