import { signIn } from '#tests/support/browser-users.ts';
import { adminEmail, expect, test } from '#tests/support/e2e.ts';

test('arrow keys move along the days and announce each figure', async ({ page, mailbox }) => {
  await signIn(page, mailbox, adminEmail);
  const plot = page.getByRole('slider', { name: 'Sign-ins, day by day' });
  const words = () => plot.getAttribute('aria-valuetext');
  await expect(plot).toHaveAttribute('aria-valuenow', '30');
  const today = await words();
  await plot.press('ArrowLeft');
  await expect(plot).toHaveAttribute('aria-valuenow', '29');
  expect(await words()).not.toBe(today);
  await expect(plot).toContainText((await words()) ?? '');
  await plot.press('Home');
  await expect(plot).toHaveAttribute('aria-valuenow', '1');
  await plot.press('End');
  await expect(plot).toHaveAttribute('aria-valuetext', today ?? '');
});
