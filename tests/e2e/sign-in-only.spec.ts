/** The sign-in pages where only managers create accounts. */
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

test.use({ settings: { SIGNUP_ENABLED: 'false' } });

test('an unknown email is told that a code is sent only if an account exists', async ({
  page,
  mailbox,
}) => {
  const email = `${unique('unknown')}@example.org`;
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page.getByRole('main')).toContainText(
    `If an account exists for ${email}, we sent it a code. It expires in 5 minutes.`,
  );
  expect(mailbox.messages.some(({ to }) => to.includes(email))).toBe(false);
});
