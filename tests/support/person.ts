/** What people do in a browser, again and again. */
import type { Browser, Page } from '@playwright/test';
import { expect } from './e2e.ts';
import type { Mailbox } from './mailbox.ts';

/** Types the address, takes the code from the mail, types the code. */
export async function enter(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue with e-mail' }).click();
  await expect(page).toHaveURL(/\/login\/verify/);
  const { code, subject } = await mailbox.next(email);
  expect(subject).toContain('Your verification code');
  // Six digits are enough: nobody has to press anything.
  await page.getByLabel('Verification code').fill(code);
}

/** Says their name if they are asked for it. */
export async function onboard(page: Page, name: string): Promise<void> {
  const question = page.getByLabel('What is your name?');
  const menu = page.getByRole('button', { name: 'Your menu' });
  await expect(question.or(menu).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(menu).toBeVisible();
}

export async function signIn(page: Page, mailbox: Mailbox, email: string, at = '/'): Promise<void> {
  await page.goto(at);
  await enter(page, mailbox, email);
  await onboard(page, 'Ada Lovelace');
}

/** A person in a browser of their own. */
export async function visitor(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}
