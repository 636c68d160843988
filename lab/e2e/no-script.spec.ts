import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { signIn, viewerOf } from '#tests/support/browser-users.ts';
import { expect, hold, test } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { mirrored, second } from '#tests/support/other-languages.ts';
import { textsOf } from '#tests/support/texts.ts';

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a person signs in with a mailed code', async ({ page, mailbox }) => {
    const email = `${unique('person')}@example.org`;
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Sign in or sign up' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue with email' }).click();
    await expect(page.getByRole('main')).toContainText(`We sent a code to ${email}`);
    const { code = '' } = await mailbox.next(email);
    await page.getByLabel('Verification code').fill(code);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/login$/);
    expect(await viewerOf(page)).toBe(email);
    await expect(page.locator('noscript [lang=en]')).toBeVisible();
  });

  test.describe('with refused input', () => {
    test.use({ allowedProblems: [/the server responded with a status of 4\d\d/] });

    test('the page says why and keeps what was typed', async ({ page, mailbox }) => {
      const t = textsOf(second);
      await page.goto(`/login?lng=${second}`);
      await page.getByLabel(t('auth:login.email')).fill('nobody"><b>@');
      await page.getByRole('button', { name: t('auth:login.submit') }).click();
      await expect(page.getByRole('alert')).not.toBeEmpty();
      await expect(page.getByLabel(t('auth:login.email'))).toHaveValue('nobody"><b>@');
      await expect(page.locator('html')).toHaveAttribute('lang', second);

      const email = `${unique('person')}@example.org`;
      await page.goto('/login?lng=en');
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Continue with email' }).click();
      const { code } = await mailbox.next(email);
      await page.getByLabel('Verification code').fill(code === '000000' ? '111111' : '000000');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await expect(page.getByRole('alert')).toHaveText(/Incorrect code/);
      expect(await viewerOf(page)).toBeNull();
    });
  });

  for (const locale of ['en', mirrored] as const) {
    test.describe(locale, () => {
      test.use({ locale });

      test('the page is in the language of the browser', async ({ page }) => {
        await page.goto('/login');
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('dir', languages[locale].direction);
        const title = textsOf(locale)('auth:login.titleSignUp');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      });
    });
  }
});

/** Until the result is called, pages have no script. */
const holdScript = (page: Page) => hold(page, '**/assets/vendor-*.js');

test('what is typed before the script arrives stays, with the focus', async ({ page, mailbox }) => {
  const releaseScript = await holdScript(page);
  const email = `${unique('person')}@example.org`;
  await page.goto('/login', { waitUntil: 'commit' });
  const field = page.getByLabel('Email');
  await field.pressSequentially(email);
  const element = await field.elementHandle();
  releaseScript();
  // The rules are only requested by the script, when it handles the first input.
  const rules = page.waitForResponse(/\/assets\/sign-in-/);
  await rules;
  await expect(field).toHaveValue(email);
  await expect(field).toBeFocused();
  expect(await element?.evaluate((input) => input.isConnected)).toBe(true);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page).toHaveURL(/\/login\/verify/);
  const { code = '' } = await mailbox.next(email);
  await page.getByLabel('Verification code').fill(code);
  await expect(page.getByLabel('What is your name?')).toBeVisible();
});

test.describe('in a page that a browser extension has changed', () => {
  test.use({ allowedProblems: ['React error #418'] });

  test('what is typed before the script arrives stays, with the focus', async ({ page }) => {
    const releaseScript = await holdScript(page);
    await page.goto('/login', { waitUntil: 'commit' });
    const field = page.getByLabel('Email');
    await field.pressSequentially('early.bird@');
    const element = await field.elementHandle();
    await element?.evaluate((input) => input.after(document.createElement('div')));
    releaseScript();
    await page.waitForResponse(/\/assets\/sign-in-/);
    expect(await element?.evaluate((input) => input.isConnected)).toBe(false);
    await expect(field).toBeFocused();
    await page.keyboard.type('example.com');
    await expect(field).toHaveValue('early.bird@example.com');
  });
});

test('a language chosen before the script arrives is taken over', async ({ page }) => {
  const releaseScript = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('radio', { name: languages[mirrored].name }).click();
  releaseScript();
  const { direction } = languages[mirrored];
  await expect(page.locator('html')).toHaveAttribute('dir', direction);
  const title = textsOf(mirrored)('auth:login.titleSignUp');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
});

test('what is typed before the script arrives stays after a reload, too', async ({
  page,
  mailbox,
}) => {
  const email = `${unique('person')}@example.org`;
  await signIn(page, mailbox, email);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  // The history entry has a state now, which the server doesn't know.
  let releaseScript = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Email').pressSequentially(email);
  releaseScript();
  await page.waitForResponse(/\/assets\/sign-in-/);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login\/verify/);

  const { code = '' } = await mailbox.next(email);
  releaseScript = await holdScript(page);
  await page.reload({ waitUntil: 'commit' });
  await page.getByLabel('Verification code').pressSequentially(code);
  releaseScript();
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
});
