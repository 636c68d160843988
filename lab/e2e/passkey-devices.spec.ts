import type { Page } from '@playwright/test';
import { exhaustive } from '#lab/support/exhaustive.ts';
import { addAuthenticator, withoutAutofill } from '#tests/support/browser-passkeys.ts';
import { newPage, signIn, signInWithCode, viewerOf } from '#tests/support/browser-users.ts';
import { databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

// A refused passkey is answered with 400.
test.use({ allowedProblems: ['/passkey/verify-authentication'] });

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
const menu = (page: Page) => page.getByRole('button', { name: 'Account menu' });
const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/app/account/security');
  await page.getByRole('main').getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}

async function signInWithPasskey(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
  await passkeyButton(page).click();
}

/** A new browser with its own authenticator, such as another device. */
async function newDevice(page: Page) {
  const authenticator = await addAuthenticator(page);
  await withoutAutofill(page);
  return authenticator;
}

test(
  'a person adds a passkey on each of two devices, and signs in with each',
  exhaustive(false),
  async ({ page, browser, product, mailbox }) => {
    const email = `${unique('devices')}@example.org`;
    const laptop = await newDevice(page);
    await signIn(page, mailbox, email);
    await addPasskey(page);
    expect((await mailbox.next(email)).subject).toContain('passkey was added');

    const other = await newPage(browser, product.url);
    const phone = await newDevice(other);
    await other.goto('/login');
    await signInWithCode(other, mailbox, email);
    await expect(menu(other)).toBeVisible();
    await addPasskey(other);
    await expect(passkeys(other)).toHaveCount(2);

    for (const device of [page, other]) {
      await signInWithPasskey(device);
      await expect(menu(device)).toBeVisible();
      expect(await viewerOf(device)).toBe(email);
    }
    const own = [...(await laptop.credentials()), ...(await phone.credentials())];
    expect(new Set(own.map(({ credentialId }) => credentialId)).size).toBe(2);
    await page.goto('/app/account/security');
    await expect(passkeys(page).filter({ hasText: 'Last used' })).toHaveCount(2);
    await other.context().close();
  },
);

test(
  'a passkey that a password manager synced signs in on a device that never did before',
  exhaustive(false),
  async ({ page, browser, product, mailbox }) => {
    const email = `${unique('synced')}@example.org`;
    const laptop = await newDevice(page);
    await signIn(page, mailbox, email);
    await addPasskey(page);

    const other = await newPage(browser, product.url);
    const phone = await newDevice(other);
    for (const credential of await laptop.credentials()) await phone.add(credential);
    await other.goto('/login?redirect=/app/account/security');
    await passkeyButton(other).click();
    await expect(other).toHaveURL(/\/app\/account\/security$/);
    await expect(passkeys(other)).toHaveCount(1);
    expect(await viewerOf(other)).toBe(email);
    await other.context().close();
  },
);

test(
  'a passkey whose owner the device did not recognise does not sign in, a code does',
  exhaustive(false),
  async ({ page, mailbox }) => {
    const email = `${unique('unverified')}@example.org`;
    const device = await newDevice(page);
    await signIn(page, mailbox, email);
    await addPasskey(page);
    expect((await mailbox.next(email)).subject).toContain('passkey was added');

    await device.setUserVerified(false);
    await signInWithPasskey(page);
    await expect(page.getByRole('alert')).toContainText("wasn't completed. Try again");
    await expect(passkeyButton(page)).toBeEnabled();
    expect(await viewerOf(page)).toBeNull();
    await signInWithCode(page, mailbox, email);
    await expect(menu(page)).toBeVisible();

    await device.setUserVerified(true);
    await signInWithPasskey(page);
    await expect(menu(page)).toBeVisible();
  },
);

test(
  'a copied authenticator, whose counter is behind, is refused',
  exhaustive(false),
  async ({ page, browser, product, mailbox, database }) => {
    const email = `${unique('copied')}@example.org`;
    const device = await newDevice(page);
    await signIn(page, mailbox, email);
    await addPasskey(page);
    expect((await mailbox.next(email)).subject).toContain('passkey was added');
    const copies = await device.credentials();
    await signInWithPasskey(page);
    await expect(menu(page)).toBeVisible();
    const stored = databaseAt(database.url);
    const sessions = () => stored.session.count({ where: { user: { email } } });
    const before = await sessions();

    const other = await newPage(browser, product.url);
    const copy = await newDevice(other);
    for (const credential of copies) await copy.add({ ...credential, signCount: 0 });
    await other.goto('/login');
    await passkeyButton(other).click();
    const alert = other.getByRole('alert');
    await expect(alert).toContainText("Couldn't sign in with this passkey");
    await expect(alert).toContainText('sign in with a code by email');
    expect(await viewerOf(other)).toBeNull();
    expect(await sessions()).toBe(before);
    expect(await viewerOf(page)).toBe(email);
    await signInWithCode(other, mailbox, email);
    await expect(menu(other)).toBeVisible();
    await other.context().close();
  },
);
