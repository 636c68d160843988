/** axe finds no violation of WCAG 2.2 AA on any screen, in any language, theme or width. */
import type { Page } from '@playwright/test';
import { exhaustive } from '#lab/support/exhaustive.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { managerScreens } from '#tests/screens/manager-screens.ts';
import { createOrganizationScreens } from '#tests/screens/organization-screens.ts';
import { createRecords, type Screen, submit } from '#tests/screens/screen-steps.ts';
import { sharedScreens, signInScreens } from '#tests/screens/shared-screens.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import { openUser, signedInPage, signIn } from '#tests/support/browser-users.ts';
import { adminEmail, databaseAt, expect, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { expectToFit, waitUntilLoaded } from '#tests/support/page-layout.ts';
import { type Texts, textsOf } from '#tests/support/texts.ts';

const widths = [1280, 390] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' }, actionTimeout: 15_000 });
// Each test covers both widths.
test.skip(({ isMobile }) => isMobile);
// Takes a minute per test on an idle machine.
test.describe.configure({ timeout: 600_000 });
test.use({ allowedProblems: [/Failed to load resource|Repositories|net::ERR_FAILED/] });

async function closeLayers(page: Page, t: Texts): Promise<boolean> {
  const leave = page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common:leave.confirm') });
  const layers = page.locator('[role=dialog], [role=alertdialog], [role=menu]');
  const open = await layers.count();
  for (let left = open; left > 0; left--) {
    await page.keyboard.press('Escape');
    await expect
      .poll(async () => {
        // Of a form with something typed.
        if (await leave.isVisible()) await leave.click();
        return layers.count();
      })
      .toBeLessThan(left);
  }
  return open > 0;
}

async function expectAllAccessible(page: Page, language: Language, screens: readonly Screen[]) {
  const t = textsOf(language);
  for (const { name, path, open, only } of screens) {
    await test.step(name, async () => {
      for (const [index, width] of widths.entries()) {
        if (only && only !== width) continue;
        await page.setViewportSize({ width, height: 800 });
        if (index === 0 || only) {
          await page.goto(path);
          await waitUntilLoaded(page);
          await open?.(page, t);
        } else if (await closeLayers(page, t)) {
          await open?.(page, t);
        }
        await expectAccessible(page, `${name}, ${language}, ${width} px`);
      }
      await expectToFit(page, `${name}, ${language}`);
    });
  }
}

const failQueries = (page: Page) =>
  page.route('**/api/graphql', (route) =>
    /"operationName":"(Repositories|Users|Repository|User)"/.test(route.request().postData() ?? '')
      ? route.fulfill({
          json: { errors: [{ message: '', extensions: { code: 'INTERNAL_ERROR' } }] },
        })
      : route.continue(),
  );

for (const language of languageCodes) {
  test(`signing in, in ${language}`, exhaustive(language === 'en'), async ({ page, mailbox }) => {
    const t = textsOf(language);
    const email = `${unique('reader')}@example.org`;
    await page.goto(`/login?lng=${language}`);
    await page.getByLabel(t('auth:login.email')).fill(email);
    await page.locator('form button[type=submit]').click();
    await mailbox.next(email);
    await expectAllAccessible(page, language, signInScreens(email));

    const newcomer = `${unique('newcomer')}@example.org`;
    await page.goto('/login');
    await page.getByLabel(t('auth:login.email')).fill(newcomer);
    await page.locator('form button[type=submit]').click();
    const { code } = await mailbox.next(newcomer);
    await page.getByLabel(t('auth:verify.code')).fill(code);
    await expect(page.getByLabel(t('auth:onboarding.name'))).toBeVisible();
    await expectAllAccessible(page, language, [
      { name: 'onboarding', path: '/app' },
      { name: 'onboarding with an error', path: '/app', open: submit },
      {
        name: 'forbidden',
        path: '/app',
        open: async (page) => {
          const name = page.getByLabel(t('auth:onboarding.name'));
          if (await name.isVisible()) {
            await name.fill('Amina');
            await page.locator('form button[type=submit]').click();
            await expect(
              page.getByRole('button', { name: t('common:nav.userMenu') }),
            ).toBeVisible();
          }
          await page.goto('/manager/users');
          await expect(page.getByRole('heading', { name: t('common:error.403') })).toBeVisible();
        },
      },
    ]);
  });

  for (const [area, screensOf] of Object.entries({
    manager: managerScreens,
    user: sharedScreens,
  })) {
    test(`the ${area} area in ${language}`, exhaustive(false), async ({ page, mailbox }) => {
      await signIn(page, mailbox, adminEmail);
      const records = await createRecords(page.request);
      await page.goto(`/manager/users?lng=${language}`);
      await expectAllAccessible(page, language, screensOf(records));
    });
  }

  test(`organizations in ${language}`, exhaustive(false), async ({ page, mailbox, database }) => {
    await signIn(page, mailbox, adminEmail);
    const screens = await createOrganizationScreens(databaseAt(database.url), adminEmail);
    await page.goto(`/app?lng=${language}`);
    await expectAllAccessible(page, language, screens);
  });

  test(
    `a list that fails to load, in ${language}`,
    exhaustive(language === 'en'),
    async ({ page, mailbox }) => {
      const t = textsOf(language);
      await signIn(page, mailbox, adminEmail);
      await page.goto(`/manager/account?lng=${language}`);
      await failQueries(page);
      await expectAllAccessible(page, language, [
        {
          name: 'repositories that fail to load',
          path: '/manager/account',
          open: async (page) => {
            await page.goto('/manager/repositories');
            await expect(page.getByText(t('common:list.failed')).first()).toBeVisible({
              timeout: 30_000,
            });
          },
          only: 1280,
        },
      ]);
    },
  );

  test(
    `impersonation in ${language}`,
    exhaustive(language === 'en'),
    async ({ page, browser, product, mailbox }) => {
      const { email, page: own } = await signedInPage(
        browser,
        product.url,
        mailbox,
        'Ada Lovelace',
      );
      await own.context().close();
      await signIn(page, mailbox, adminEmail);
      await openUser(page, email, 'Ada Lovelace');
      await page.getByRole('button', { name: 'Impersonate' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Impersonate' }).click();
      await expect(page).toHaveURL(/\/app$/);
      await expectAllAccessible(page, language, [
        { name: 'impersonation', path: `/app/account?lng=${language}` },
      ]);
    },
  );
}
