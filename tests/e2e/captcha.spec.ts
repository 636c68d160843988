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
