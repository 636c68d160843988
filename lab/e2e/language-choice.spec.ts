import type { Page } from '@playwright/test';
import { exhaustive, quickLanguages } from '#lab/support/exhaustive.ts';
import { languageCodes, languages } from '#shared/languages.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { enterIn, expectSpoken } from '#tests/support/languages.ts';
import { enumOf, mirrored, second, third } from '#tests/support/other-languages.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';
import { textsOf } from '#tests/support/texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test covers narrow screens too.
test.skip(({ isMobile }) => isMobile);

test.describe('on the first page load', () => {
  test.use({ locale: `${mirrored}-EG`, colorScheme: 'dark' });

  test('no other language, direction or theme flashes', async ({ page }) => {
    await expectNoFlash(page, `${mirrored} ${languages[mirrored].direction} dark`);
  });
});

test('no other language flashes', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'lng', value: mirrored, url: baseURL ?? '' }]);
  await expectNoFlash(page, `${mirrored} ${languages[mirrored].direction} light`);
});

/** Records language, direction and theme from the first paint that has text. */
async function expectNoFlash(page: Page, state: string): Promise<void> {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const { lang, dir, classList } = document.documentElement;
      const theme = classList.contains('dark') ? 'dark' : 'light';
      if (document.getElementById('root')?.textContent) seen.push(`${lang} ${dir} ${theme}`);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto('/login');
  await waitUntilLoaded(page);
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(new Set(seen)).toEqual(new Set([state]));
}

test.describe('when language files fail to load', () => {
  test.use({ allowedProblems: [/\.json|Failed to load resource/] });

  for (const language of languageCodes) {
    test(
      `the page says so in ${language}, and offers to try again`,
      exhaustive(quickLanguages.has(language)),
      async ({ page }) => {
        let away = true;
        let tries = 0;
        // Five retries with exponential backoff from 350 ms take eleven seconds of fake time.
        await page.clock.install();
        await page.route(/assets\/.*\/(common|errors)\.json$/, (route) => {
          tries += 1;
          return away ? route.abort() : route.continue();
        });
        await page.goto(`/login?lng=${language}`);
        const t = textsOf(language);
        const title = page.getByRole('heading', { name: t('common:error.unavailable') });
        await expect(async () => {
          await page.clock.runFor(1_000);
          await expect(title).toBeVisible({ timeout: 50 });
        }).toPass();
        expect(tries).toBe(2 * (1 + 5));
        await expect(page.getByRole('alert')).toHaveText(t('errors:NETWORK_ERROR'));
        away = false;
        await page.getByRole('link', { name: t('common:action.retry') }).click();
        await page.clock.resume();
        await expect(page.getByLabel(t('auth:login.email'))).toBeVisible();
      },
    );
  }

  test('a language that fails to load changes nothing', async ({ page, mailbox }) => {
    test.skip(languageCodes.length < 2, 'There is no other language.');
    const t = await enterIn(page, mailbox, 'en', `${unique('offline')}@example.org`);
    await page.clock.install();
    await page.goto('/app/account/appearance');
    const other = page.getByRole('radio', { name: languages[second].name });
    await expect(other).toBeVisible();
    await page.route(/assets\/.*\.json$/, (route) => route.abort());
    await other.click();
    await expect(async () => {
      await page.clock.runFor(1_000);
      await expect(page.getByText(t('errors:NETWORK_ERROR'))).toBeVisible({ timeout: 50 });
    }).toPass();
    await expectSpoken(page, 'en');
    await expect(page.getByRole('radio', { name: languages.en.name })).toBeChecked();
  });

  test('the language chosen last is shown and kept, even if an earlier one loads later', async ({
    page,
    mailbox,
  }) => {
    test.skip(second === third, 'There are fewer than three languages.');
    await enterIn(page, mailbox, 'en', `${unique('hasty')}@example.org`);
    await page.goto('/app/account/appearance');
    await expect(page.getByRole('radio', { name: languages[second].name })).toBeVisible();
    const saved: string[] = [];
    page.on('request', (request) => {
      const language = /"language":"(\w+)"/.exec(request.postData() ?? '')?.[1];
      if (language) saved.push(language);
    });
    const held: { url: string; go: () => void }[] = [];
    let first = true;
    await page.route(/assets\/.*\.json$/, async (route, request) => {
      if (first) await new Promise<void>((go) => held.push({ url: request.url(), go }));
      await route.continue();
    });
    await page.getByRole('radio', { name: languages[second].name }).click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    first = false;
    await page.getByRole('radio', { name: languages[third].name }).click();
    await expectSpoken(page, third);
    const late = held.map(({ url }) => page.waitForResponse(url));
    for (const { go } of held) go();
    for (const response of await Promise.all(late)) await response.finished();
    await page.waitForTimeout(300);
    await expectSpoken(page, third);
    expect(saved).toEqual([enumOf(third)]);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/app');
    await expectSpoken(otherTab, third);
    await page.getByRole('radio', { name: languages[second].name }).click();
    await expectSpoken(otherTab, second);
    expect(saved).toEqual([enumOf(third), enumOf(second)]);
  });
});
