import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { onboard } from '#tests/support/browser-users.ts';
import { test as base, expect } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

const test = base.extend<object, { verifier: { url: string } }>({
  verifier: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it.
    async ({}, use) => {
      const server = createServer(async (request, response) => {
        const { response: solution } = JSON.parse(await text(request));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ success: solution === 'solved' }));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      await use({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
      server.close();
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ verifier }, use) =>
      use({
        CAPTCHA_PROVIDER: 'cloudflare-turnstile',
        CAPTCHA_SITE_KEY: 'site-key',
        CAPTCHA_SECRET: 'captcha-secret',
        CAPTCHA_VERIFY_URL: verifier.url,
      }),
    { scope: 'worker' },
  ],
});

async function serveWidget(page: Page, solution: string) {
  const script = `
    window.turnstile = {
      render(element, { sitekey, callback }) {
        element.innerHTML = '<label><input type="checkbox"> I am a person (' + sitekey + ')</label>';
        element.querySelector('input').onclick = () => callback('${solution}');
        return 'widget';
      },
      remove() {},
    };
    window[new URL(document.currentScript.src).searchParams.get('onload')]();`;
  await page.route('https://challenges.cloudflare.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}

const email = () => `${unique('person')}@example.org`;
const ask = async (page: Page, address: string) => {
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue with email' }).click();
};

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
