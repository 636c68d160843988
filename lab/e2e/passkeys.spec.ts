import { addAuthenticator, withoutAutofill } from '#tests/support/browser-passkeys.ts';
import {
  ageSessions,
  onboard,
  signIn,
  signInWithCode,
  signOut,
  viewerOf,
} from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { createUser, unique } from '#tests/support/factories.ts';

// A refused passkey is answered with 400, and an action that needs a proof of identity with 403.
test.use({ allowedProblems: [/\/passkey\/verify-authentication|status of 403/] });

test('autofill of the email field offers the passkey', async ({ page, mailbox }) => {
  await addAuthenticator(page);
  const email = `${unique('autofill')}@example.org`;
  await signIn(page, mailbox, email);
  await page.goto('/app/account/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await page.context().clearCookies();
  // The virtual authenticator chooses the passkey as soon as the page asks for it.
  await page.goto('/login?redirect=/app/repositories');
  await expect(page).toHaveURL(/\/app\/repositories$/);
});

test('a passkey is offered after a sign-in with a code, until its owner dismisses the offer in that browser', async ({
  page,
  mailbox,
}) => {
  await addAuthenticator(page);
  let queries = 0;
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/graphql')) return;
    if (request.postDataJSON().operationName === 'PasskeyOffer') queries += 1;
  });
  const email = `${unique('offer')}@example.org`;
  const offer = page.getByRole('complementary', { name: 'Sign in faster next time' });
  await page.goto('/login');
  await signInWithCode(page, mailbox, email);
  await onboard(page, 'Ada');
  await offer.getByRole('button', { name: 'Not now' }).click();
  await expect(offer).toHaveCount(0);

  await signOut(page);
  await signInWithCode(page, mailbox, email);
  await offer.getByRole('button', { name: "Don't ask again" }).click();
  await expect(offer).toHaveCount(0);
  const before = queries;
  expect(before).toBeGreaterThan(0);

  await signOut(page);
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole('heading', { name: 'Welcome, Ada' })).toBeVisible();
  // By the time that another page has its data, the offer would have been asked for.
  await page.getByRole('link', { name: 'Repositories', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Repositories' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeVisible();
  expect(queries).toBe(before);
  await expect(offer).toHaveCount(0);
});

test('the offer adds a passkey', async ({ page, mailbox }) => {
  await addAuthenticator(page);
  const email = `${unique('offer')}@example.org`;
  const offer = page.getByRole('complementary', { name: 'Sign in faster next time' });
  await page.goto('/login');
  await signInWithCode(page, mailbox, email);
  await onboard(page, 'Ada');
  await offer.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(offer).toHaveCount(0);
});

test('a passkey proves its owner’s identity for a download, a role and the end of the account', async ({
  page,
  mailbox,
  database,
}) => {
  const people = databaseAt(database.url);
  await addAuthenticator(page);
  const email = `${unique('proof')}@example.org`;
  await signIn(page, mailbox, email);
  const { id: userId } = await people.user.update({ where: { email }, data: { role: 'admin' } });
  const { id } = await createUser(people, { name: 'Rising Rose' });
  const identity = page.getByRole('dialog', { name: "Confirm that it's you" });
  const prove = () => identity.getByRole('button', { name: 'Use a passkey' }).click();
  await page.goto('/app/account/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  const before = await people.session.findFirstOrThrow({ where: { userId } });

  await ageSessions(people, email);
  await page.goto('/manager/users');
  await page.getByRole('button', { name: 'View options' }).click();
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  await identity.getByRole('button', { name: 'Use a code instead' }).click();
  await expect(identity.getByRole('button', { name: 'Send code' })).toBeVisible();
  await identity.getByRole('button', { name: 'Use a passkey instead' }).click();
  const file = page.waitForEvent('download');
  await prove();
  expect((await file).suggestedFilename()).toBe('users.csv');
  expect((await people.session.findMany({ where: { userId } })).map((each) => each.id)).toEqual([
    before.id,
  ]);

  await ageSessions(people, email);
  await page.goto(`/manager/users/${id}/update`);
  await page.getByLabel('Name').fill('Risen Rose');
  await page.getByRole('radio', { name: 'Admin' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await prove();
  await expect(page.getByRole('heading', { level: 1, name: 'Risen Rose' })).toBeVisible();
  // The page shows the new name before the server has answered.
  await expect
    .poll(() => people.user.findUnique({ where: { id } }))
    .toMatchObject({ role: 'admin' });

  await ageSessions(people, email);
  await page.goto('/app/account/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  await prove();
  await expect(page.getByRole('alertdialog', { name: 'Account deleted' })).toBeVisible();
  expect(await people.user.count({ where: { id: userId } })).toBe(0);
});

test('a passkey whose owner the device does not recognise does not sign in, a code does', async ({
  page,
  mailbox,
}) => {
  const device = await addAuthenticator(page);
  await withoutAutofill(page);
  const email = `${unique('unverified')}@example.org`;
  await signIn(page, mailbox, email);
  await page.goto('/app/account/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  expect((await mailbox.next(email)).subject).toContain('passkey was added');

  await device.setUserVerified(false);
  await page.context().clearCookies();
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(page.getByRole('alert')).toContainText("wasn't completed. Try again");
  await expect(button).toBeEnabled();
  expect(await viewerOf(page)).toBeNull();
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});
