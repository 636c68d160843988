import { onboard } from '#tests/support/browser-users.ts';
import { expect } from '#tests/support/e2e.ts';
import { ask, email, serveWidget, test } from './steps/captcha.ts';

test('appears when a code is requested, and the code is sent when it is solved', async ({
  page,
  mailbox,
}) => {
  const address = email();
  await serveWidget(page, 'solved');
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).hostname));
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(loaded.filter((host) => host !== 'localhost')).toEqual([]);
  await ask(page, address);
  await page.getByLabel('I am a person (site-key)').click();
  await expect(page).toHaveURL(/\/login\/verify/);
  await page.getByLabel('Verification code').fill((await mailbox.next(address)).code);
  await onboard(page, 'Person');
});
