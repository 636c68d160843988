import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { exhaustive, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { enterIn, expectSpoken, quickLanguages } from '#tests/support/languages.ts';
import { enumOf, switched } from '#tests/support/other-languages.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';
import { servedTexts, textsOf } from '#tests/support/texts.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Each test covers narrow screens too.
test.skip(({ isMobile }) => isMobile);

const managerOf = (language: Language) => `manager-${language}@example.org`;

test.use({ settings: { ADMIN_EMAILS: languageCodes.map(managerOf).join(',') } });

for (const language of languageCodes) {
  test.describe(`in ${language}`, exhaustive(quickLanguages.has(language)), () => {
    // Each test opens a dozen screens at three widths.
    test.describe.configure({ timeout: 300_000 });

    test('a new user signs in, enters their name, and searches', async ({ page, mailbox }) => {
      const t = await enterIn(page, mailbox, language, `${unique('reader')}@example.org`);
      const welcome = t('common:home.welcome', { name: 'Amina' });
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
      await expect(page.getByText(t('repository:delete.done', { name }))).toBeVisible();
      await expect(page.getByRole('link', { name })).toHaveCount(0);

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
  const [from, to] = switched;
  test.skip(from === to, 'There is only one language.');
  const email = `${unique('switcher')}@example.org`;
  await enterIn(page, mailbox, from, email);
  const [before, after] = [textsOf(from), textsOf(to)];
  await page.goto('/app/account?state=change-name');
  const typed = page.getByRole('dialog').getByLabel(before('account:name.label'));
  await expect(typed).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: before('account:section.appearance') }).click();
  const otherTab = await page.context().newPage();
  await otherTab.goto('/app');
  await expectSpoken(otherTab, from);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const saved = page.waitForResponse((response) => {
    return response.request().postData()?.includes('UpdateViewer') ?? false;
  });
  const switcher = page.getByRole('group', { name: before('common:language.label') });
  await expect(switcher.getByRole('radio')).toHaveCount(languageCodes.length);
  await switcher.getByRole('radio', { name: languages[to].name }).click();
  await expect(
    page.getByRole('heading', { name: after('account:section.appearance') }),
  ).toBeVisible();
  await expectSpoken(page, to);
  await expectSpoken(otherTab, to);
  await otherTab.close();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(await page.evaluate(() => localStorage.getItem('lng'))).toBe(to);
  const cookie = (await page.context().cookies()).find((each) => each.name === 'lng');
  expect(cookie).toMatchObject({ value: to, path: '/', sameSite: 'Lax' });
  const minutes = ((cookie?.expires ?? 0) - Date.now() / 1000) / 60;
  expect(Math.round(minutes / 10)).toBe(4320);

  expect((await saved).ok()).toBe(true);
  const answer = await page.request.post('/api/graphql', {
    data: { query: '{ viewer { user { language } } }' },
  });
  expect(await answer.json()).toEqual({ data: { viewer: { user: { language: enumOf(to) } } } });
  await page.reload();
  await expectSpoken(page, to);

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'en-GB' });
  const other = await elsewhere.newPage();
  await other.goto('/login');
  const english = textsOf('en');
  await other.getByLabel(english('auth:login.email')).fill(email);
  await other.getByRole('button', { name: english('auth:login.submit') }).click();
  expect((await mailbox.next(email)).subject).toBe(after('mail:code.subject'));
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
      const own = Object.values(servedTexts(language));
      expect(texts.length).toBeGreaterThan(0);
      for (const each of await Promise.all(texts)) expect(own).toContainEqual(each);
      expect(fonts.some((font) => font.includes('arabic'))).toBe(
        languages[language].direction === 'rtl',
      );
    },
  );
}
