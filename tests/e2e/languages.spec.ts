/** The product in each language: complete, in its text direction, and remembered. */
import type { Page } from '@playwright/test';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { exhaustive, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';
import { readTexts, textsOf } from '#tests/support/texts.ts';

// The other tests run with motion.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test covers narrow screens, too.
test.skip(({ isMobile }) => isMobile);

const managerOf = (language: Language) => `manager-${language}@example.org`;

test.use({ settings: { ADMIN_EMAILS: languageCodes.map(managerOf).join(',') } });

/** ٠١٢٣٤٥٦٧٨٩, as typed on an Arabic keyboard. */
const arabicIndic = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

async function expectSpoken(page: Page, language: Language): Promise<void> {
  const { direction, fontScale } = languages[language];
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', language);
  await expect(root).toHaveAttribute('dir', direction);
  expect(await root.evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize))).toBe(
    16 * fontScale,
  );
}

/** Signs in and completes onboarding in `language`. */
async function enterIn(page: Page, mailbox: Mailbox, language: Language, email: string) {
  const t = textsOf(language);
  await page.goto(`/login?lng=${language}`);
  await expectSpoken(page, language);
  await expect(page).toHaveTitle(`${t('auth:login.title')} · Atrium`);
  await expectToFit(page, 'login');
  await page.getByLabel(t('auth:login.email')).fill('nobody');
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page.getByText(t('errors:EMAIL_INVALID'))).toBeVisible();
  await page.getByLabel(t('auth:login.email')).fill(email);
  await page.getByRole('button', { name: t('auth:login.submit') }).click();
  await expect(page.getByRole('heading', { name: t('auth:verify.title') })).toBeVisible();
  await expectToFit(page, 'verify');

  const mail = await mailbox.next(email);
  expect(mail.subject).toBe(t('mail:code.subject'));
  expect(mail.html).toContain(`<html lang="${language}" dir="${languages[language].direction}">`);
  expect(mail.text).toContain(t('mail:code.expires', { count: 5 }));
  const typed = language === 'ar' ? arabicIndic(mail.code) : mail.code;
  await page.getByLabel(t('auth:verify.code')).pressSequentially(typed);

  await expect(page.getByLabel(t('auth:onboarding.name'))).toBeVisible();
  await expectToFit(page, 'onboarding');
  await page.getByLabel(t('auth:onboarding.name')).fill('Amina Zaïd');
  await page.getByRole('button', { name: t('auth:onboarding.submit') }).click();
  await expect(page.getByRole('button', { name: t('common:nav.userMenu') })).toBeVisible();
  return t;
}

/** One language for each text direction; test:exhaustive runs the others. */
const quickLanguages = new Set<Language>(['en', 'ar']);

for (const language of languageCodes) {
  test.describe(`in ${language}`, exhaustive(quickLanguages.has(language)), () => {
    // Each test opens a dozen screens at three widths.
    test.describe.configure({ timeout: 90_000 });

    test('a new user signs in, enters their name, and searches', async ({ page, mailbox }) => {
      const t = await enterIn(page, mailbox, language, `${unique('reader')}@example.org`);
      const welcome = t('common:home.welcome', { name: 'Amina Zaïd' });
      await expect(page.getByRole('heading', { name: welcome })).toBeVisible();
      for (const path of ['/app', '/app/account', '/app/nothing', '/app/repositories']) {
        await page.goto(path);
        await waitUntilLoaded(page);
        await expectToFit(page, path);
      }
      await expect(page).toHaveTitle(`${t('repository:list.title')} · Atrium`);
      await page.getByRole('searchbox', { name: t('repository:list.search') }).fill('zzzz');
      const nothing = t('common:list.noResult', { searchTerm: 'zzzz' });
      await expect(page.getByText(nothing)).toBeVisible();
      await expectToFit(page, 'no result');
      await page.goto('/manager');
      await expect(page.getByRole('heading', { name: t('common:error.403') })).toBeVisible();
    });

    test('a manager creates a repository and deletes it', async ({ page, mailbox }) => {
      const t = await enterIn(page, mailbox, language, managerOf(language));
      await expect(page.getByRole('heading', { name: t('common:nav.dashboard') })).toBeVisible();
      for (const path of ['dashboard', 'users', 'users/new', 'account', 'repositories']) {
        await page.goto(`/manager/${path}`);
        await waitUntilLoaded(page);
        await expectToFit(page, path);
      }
      const name = unique('Minaret');
      await page
        .getByRole('link', { name: t('repository:new.action') })
        .first()
        .click();
      const field = (key: string) =>
        page.getByRole('textbox', { name: t(`repository:field.${key}`), exact: false });
      const create = page.getByRole('button', { name: t('repository:new.submit') });
      await field('link').fill('abc');
      await create.click();
      await expect(page.getByText(t('errors:NAME_REQUIRED'))).toBeVisible();
      await expect(page.getByText(t('errors:LINK_TOO_SHORT', { linkMin: 4 }))).toBeVisible();
      await expectToFit(page, 'new repository with errors');
      await field('name').fill(name);
      await field('link').fill('git.example.com/minaret');
      await create.click();
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await expect(page.getByText(t('repository:new.done', { name }))).toBeVisible();
      await expectToFit(page, 'repository');

      await page.getByRole('button', { name: t('repository:delete.action') }).click();
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await expect(dialog).toContainText(t('repository:delete.question', { name }));
      await dialog.getByRole('button', { name: t('repository:delete.confirm') }).click();
      await expect(page.getByText(t('repository:delete.done', { name }))).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(0);

      // The same manager invites a user, bans them, and unbans them.
      const email = `${unique('guest')}@example.org`;
      await page.goto('/manager/users/new');
      await page.getByLabel(t('user:field.email')).fill(email);
      await page.getByRole('button', { name: t('user:new.submit') }).click();
      await expect(page.getByText(t('user:new.done', { email }))).toBeVisible();
      await page.getByRole('button', { name: t('user:ban.action') }).click();
      const ban = page.getByRole('dialog', { name: t('user:ban.title', { name: email }) });
      await ban.getByRole('button', { name: t('user:ban.confirm') }).click();
      await expect(ban.getByText(t('errors:REASON_REQUIRED'))).toBeVisible();
      await ban.getByLabel(t('user:ban.reason')).fill('Παράδειγμα');
      await ban.getByRole('button', { name: t('user:ban.lastDay') }).click();
      await page.getByRole('button', { name: t('date:nextMonth') }).click();
      await page.getByRole('gridcell').getByRole('button').last().click();
      await ban.getByRole('button', { name: t('user:ban.confirm') }).click();
      await expect(ban).toHaveCount(0);
      await expect(page.getByText(t('user:ban.done', { name: email }))).toBeVisible();
      await expect(page.getByText(t('user:status.BANNED'), { exact: true })).toBeVisible();
      await expectToFit(page, 'user');
      await page.getByRole('button', { name: t('user:unban.action') }).click();
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('user:unban.confirm') })
        .click();
      await expect(page.getByText(t('user:unban.done', { name: email }))).toBeVisible();
      await expect(page.getByText(t('user:status.INVITED'), { exact: true })).toBeVisible();
    });
  });
}

test('switching the language takes effect at once and is kept for the browser, the account and its mails', async ({
  page,
  browser,
  product,
  mailbox,
}) => {
  const email = `${unique('switcher')}@example.org`;
  await enterIn(page, mailbox, 'fr', email);
  const [french, arabic] = [textsOf('fr'), textsOf('ar')];
  await page.goto('/app/account?state=change-name');
  const typed = page.getByRole('dialog').getByLabel(french('account:name.label'));
  await expect(typed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const saved = page.waitForResponse((response) => {
    return response.request().postData()?.includes('UpdateViewer') ?? false;
  });
  const switcher = page.getByRole('group', { name: french('common:language.label') });
  await expect(switcher.getByRole('radio')).toHaveCount(languageCodes.length);
  await switcher.getByRole('radio', { name: languages.ar.name }).click();
  await expect(page.getByRole('heading', { name: arabic('account:look.title') })).toBeVisible();
  await expectSpoken(page, 'ar');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe('ar');
  const cookie = (await page.context().cookies()).find((each) => each.name === 'lng');
  expect(cookie).toMatchObject({ value: 'ar', path: '/', sameSite: 'Lax' });
  const minutes = ((cookie?.expires ?? 0) - Date.now() / 1000) / 60;
  expect(Math.round(minutes / 10)).toBe(4320);

  expect((await saved).ok()).toBe(true);
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ viewer { user { language } } }' },
  });
  expect(await answer.json()).toEqual({ data: { viewer: { user: { language: 'AR' } } } });
  await page.reload();
  await expectSpoken(page, 'ar');

  // The mail comes in the account's language, also for a browser in English.
  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  const english = textsOf('en');
  await other.getByLabel(english('auth:login.email')).fill(email);
  await other.getByRole('button', { name: english('auth:login.submit') }).click();
  expect((await mailbox.next(email)).subject).toBe(arabic('mail:code.subject'));
  await elsewhere.close();
});

for (const language of languageCodes) {
  test(
    `${language} comes alone, and Arabic letters only where they are read`,
    exhaustive(quickLanguages.has(language)),
    async ({ page }) => {
      const texts: Promise<object>[] = [];
      const fonts: string[] = [];
      page.on('response', (response) => {
        const url = response.url();
        if (/assets\/.*\.json$/.test(url)) texts.push(response.json());
        if (url.endsWith('.woff2')) fonts.push(url);
      });
      await page.goto(`/login?lng=${language}`);
      await waitUntilLoaded(page);
      await page.waitForLoadState('networkidle');
      const own = Object.values(readTexts(language));
      expect(texts.length).toBeGreaterThan(0);
      for (const each of await Promise.all(texts)) expect(own).toContainEqual(each);
      expect(fonts.some((font) => font.includes('arabic'))).toBe(language === 'ar');
    },
  );
}

test.describe('on the first page load', () => {
  test.use({ locale: 'ar-EG', colorScheme: 'dark' });

  test('no other language, direction or theme flashes', async ({ page }) => {
    await expectNoFlash(page, 'ar rtl dark');
  });
});

test('no other language flashes', async ({ page, context, baseURL }) => {
  await context.addCookies([{ name: 'lng', value: 'ar', url: baseURL ?? '' }]);
  await expectNoFlash(page, 'ar rtl light');
});

/** Records language, direction and theme from the first paint with text on. */
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

test.describe('the order in which a language is found', () => {
  test.use({ locale: 'sw-TZ' });

  test('address, cookie, local storage, session storage, browser', async ({ page, context }) => {
    await page.goto('/login');
    await expectSpoken(page, 'sw');
    await page.evaluate(() => sessionStorage.setItem('lng', 'fr'));
    await page.reload();
    await expectSpoken(page, 'fr');
    await page.evaluate(() => localStorage.setItem('lng', 'ar'));
    await page.reload();
    await expectSpoken(page, 'ar');
    await context.addCookies([{ name: 'lng', value: 'en', url: page.url() }]);
    await page.reload();
    await expectSpoken(page, 'en');
    await page.goto('/login?lng=fr-CA');
    await expectSpoken(page, 'fr');
    // The language of the query parameter is kept.
    await page.goto('/login');
    await expectSpoken(page, 'fr');
    // An unsupported language changes nothing.
    await page.goto('/login?lng=tlh');
    await expectSpoken(page, 'fr');
  });
});

test.describe('a browser in an unsupported language', () => {
  test.use({ locale: 'de-DE' });

  test('gets English', async ({ page }) => {
    await page.goto('/login');
    await expectSpoken(page, 'en');
  });
});

test.describe('when language files fail to load', () => {
  test.use({ allowedProblems: [/\.json|Failed to load resource/] });

  for (const language of languageCodes) {
    test(
      `the page says so in ${language}, and offers to try again`,
      exhaustive(quickLanguages.has(language)),
      async ({ page }) => {
        let away = true;
        let tries = 0;
        // Five retries, from 350 ms, doubling: eleven seconds of fake time.
        await page.clock.install();
        await page.route(/assets\/(common|errors)-.*\.json$/, (route) => {
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
    const t = await enterIn(page, mailbox, 'en', `${unique('offline')}@example.org`);
    await page.clock.install();
    await page.goto('/app/account');
    const french = page.getByRole('radio', { name: languages.fr.name });
    await expect(french).toBeVisible();
    await page.route(/assets\/.*\.json$/, (route) => route.abort());
    await french.click();
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
    await enterIn(page, mailbox, 'en', `${unique('hasty')}@example.org`);
    await page.goto('/app/account');
    await expect(page.getByRole('radio', { name: languages.fr.name })).toBeVisible();
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
    await page.getByRole('radio', { name: languages.fr.name }).click();
    await expect.poll(() => held.length).toBeGreaterThan(0);
    first = false;
    await page.getByRole('radio', { name: languages.sw.name }).click();
    await expectSpoken(page, 'sw');
    // The late response arrives and changes nothing.
    const late = held.map(({ url }) => page.waitForResponse(url));
    for (const { go } of held) go();
    for (const response of await Promise.all(late)) await response.finished();
    await page.waitForTimeout(300);
    await expectSpoken(page, 'sw');
    expect(saved).toEqual(['SW']);
  });
});
