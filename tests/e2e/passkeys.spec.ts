import type { Page } from '@playwright/test';
import { addAuthenticator, withoutAutofill } from '#tests/support/browser-passkeys.ts';
import { signIn, signOut } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

// A refused passkey is answered with 400, and an action that needs a proof of identity with 403.
test.use({ allowedProblems: [/\/passkey\/verify-authentication|status of 403/] });

const passkeys = (page: Page) => page.getByRole('list', { name: 'Passkeys' });

test('a passkey is added, renamed, used to sign in, and refused once it is removed', async ({
  page,
  mailbox,
}) => {
  await addAuthenticator(page);
  await withoutAutofill(page);
  const email = `${unique('passkey')}@example.org`;
  await signIn(page, mailbox, email);
  await page.goto('/app/account/security');
  await expect(passkeys(page)).toContainText('No passkeys yet.');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(passkeys(page)).toContainText('Not used yet');

  const actions = page.getByRole('button', { name: /^Actions for passkey/ });
  const rename = page.getByRole('dialog', { name: 'Rename passkey' });
  for (const name of ['Old laptop', 'Work laptop']) {
    await actions.click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await rename.getByRole('textbox', { name: 'Name' }).fill(name);
    await rename.getByRole('button', { name: 'Rename passkey' }).click();
    await expect(passkeys(page)).toContainText(name);
    await expect(actions).toBeFocused();
  }

  await signOut(page);
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await page.goto('/app/account/security');
  await expect(passkeys(page)).toContainText('Last used');
  await expect(page.getByText('Signed in with passkey “Work laptop”')).toBeVisible();

  // Removed in another browser: this one's password manager still has it.
  await page.getByRole('button', { name: 'Actions for passkey Work laptop' }).click();
  await page.evaluate(() => Reflect.deleteProperty(PublicKeyCredential, 'signalUnknownCredential'));
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(passkeys(page)).toContainText('No passkeys yet.');
  await signOut(page);
  await page.evaluate(() => Reflect.deleteProperty(PublicKeyCredential, 'signalUnknownCredential'));
  await expect(button).toBeEnabled();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('This passkey was removed');
});
