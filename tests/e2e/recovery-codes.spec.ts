import { readFile } from 'node:fs/promises';
import { addAuthenticator } from '#tests/support/browser-passkeys.ts';
import { signIn } from '#tests/support/browser-users.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test('recovery codes are shown once, downloaded and replaced', async ({ page, mailbox }) => {
  await addAuthenticator(page);
  const email = `${unique('recovery')}@example.org`;
  await signIn(page, mailbox, email);
  await page.goto('/app/account/security');
  const heading = page.getByRole('heading', { name: 'Recovery codes' });
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await expect(heading).toHaveCount(0);

  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Create recovery codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  const listed = dialog.getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const codes = await listed.allTextContents();

  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await readFile(await (await downloading).path(), 'utf8');
  expect(file).toContain(`Atrium: recovery codes of ${email}`);
  expect(file).toContain(codes.join('\n'));

  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('10 recovery codes left')).toBeVisible();
  expect(await page.content()).not.toContain(codes[0]);

  await page.getByRole('button', { name: 'Replace recovery codes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Replace recovery codes?' });
  await question.getByRole('button', { name: 'Replace recovery codes' }).click();
  await expect(listed).toHaveCount(10);
  const others = await listed.allTextContents();
  expect(others.filter((code) => codes.includes(code))).toEqual([]);
});
