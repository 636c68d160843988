import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { test as base } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';

export const test = base.extend<object, { verifier: { url: string } }>({
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

export async function serveWidget(page: Page, solution: string) {
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

export const email = () => `${unique('person')}@example.org`;

export const ask = async (page: Page, address: string) => {
  await page.getByLabel('Email').fill(address);
  await page.getByRole('button', { name: 'Continue with email' }).click();
};
