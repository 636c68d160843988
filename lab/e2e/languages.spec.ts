import { exhaustive, quickLanguages } from '#lab/support/exhaustive.ts';
import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { enterIn } from '#tests/support/languages.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';
import { servedTexts } from '#tests/support/texts.ts';

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
    });
  });
}

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
