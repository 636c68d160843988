import { ask, email, serveWidget, test } from '#tests/e2e/steps/captcha.ts';
import { onboard } from '#tests/support/browser-users.ts';
import { expect } from '#tests/support/e2e.ts';

test('appears before a code is mailed to a new address, too', async ({ page, mailbox }) => {
  const [address, newAddress] = [email(), email()];
  await serveWidget(page, 'solved');
  await page.goto('/login');
  await ask(page, address);
  await page.getByLabel('I am a person (site-key)').click();
  await page.getByLabel('Verification code').fill((await mailbox.next(address)).code);
  await onboard(page, 'Person');
  await page.goto('/app/account');
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New email').fill(newAddress);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByLabel('I am a person (site-key)').click();
  await dialog
    .getByRole('textbox', { name: 'Verification code' })
    .fill((await mailbox.next(newAddress)).code);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('main').getByText(newAddress).first()).toBeVisible();
});

test.describe('that is not solved', () => {
  test.use({ allowedProblems: [/status of 403/, 'challenges.cloudflare.com'] });

  test('shows an error and can be tried again', async ({ page, mailbox }) => {
    const address = email();
    await serveWidget(page, 'made up');
    await page.goto('/login');
    await ask(page, address);
    await page.getByLabel(/I am a person/).click();
    await expect(page.getByRole('alert')).toContainText("Couldn't confirm that you're human.");
    await expect(page.getByLabel(/I am a person/)).toHaveCount(0);
    expect(mailbox.messages.filter(({ to }) => to === address)).toEqual([]);
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByLabel(/I am a person/)).toBeVisible();
  });

  test('shows an error when its service is unreachable', async ({ page }) => {
    await page.route('https://challenges.cloudflare.com/**', (route) => route.abort());
    await page.goto('/login');
    await ask(page, email());
    await expect(page.getByRole('alert')).toContainText('The service is unavailable right now.');
  });
});
