import type { Page } from '@playwright/test';
import { type Language, languages } from '#shared/languages.ts';
import { expect } from './e2e.ts';
import type { Mailbox } from './mailbox.ts';
import { expectToFit } from './page-layout.ts';
import { textsOf } from './texts.ts';

/** Digits as typed on a keyboard of the language, such as ٠١٢٣. */
function nativeDigits(digits: string, language: Language): string {
  const format = new Intl.NumberFormat(`${language}-u-nu-native`);
  return digits.replace(/\d/g, (digit) => format.format(Number(digit)));
}

export async function expectSpoken(page: Page, language: Language): Promise<void> {
  const { direction, fontScale } = languages[language];
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', language);
  await expect(root).toHaveAttribute('dir', direction);
  expect(await root.evaluate((html) => Number.parseFloat(getComputedStyle(html).fontSize))).toBe(
    16 * fontScale,
  );
}

export async function enterIn(page: Page, mailbox: Mailbox, language: Language, email: string) {
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
  const typed = nativeDigits(mail.code, language);
  await page.getByLabel(t('auth:verify.code')).pressSequentially(typed);

  await expect(page.getByLabel(t('auth:onboarding.name'))).toBeVisible();
  await expectToFit(page, 'onboarding');
  await page.getByLabel(t('auth:onboarding.name')).fill('Amina Zaïd');
  await page.getByRole('button', { name: t('auth:onboarding.submit') }).click();
  await expect(page.getByRole('button', { name: t('common:nav.userMenu') })).toBeVisible();
  return t;
}
