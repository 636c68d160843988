/** What people do in a browser, again and again. */
import type { Browser, Page } from '@playwright/test';
import { adminEmail, expect } from './e2e.ts';
import { unique } from './factories.ts';
import type { Mailbox } from './mailbox.ts';
import type { Product } from './product.ts';

/** Types the address, takes the code from the mail, types the code. */
export async function signInWithCode(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page).toHaveURL(/\/login\/verify/);
  const { code, subject } = await mailbox.next(email);
  expect(subject).toContain('Your verification code');
  // Six digits are enough: nobody has to press anything.
  await page.getByLabel('Verification code').fill(code);
}

/** Says their name if they are asked for it. */
export async function onboard(page: Page, name: string): Promise<void> {
  const question = page.getByLabel('What is your name?');
  const menu = page.getByRole('button', { name: 'Account menu' });
  await expect(question.or(menu).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(menu).toBeVisible();
}

export async function signIn(page: Page, mailbox: Mailbox, email: string, at = '/'): Promise<void> {
  await page.goto(at);
  await signInWithCode(page, mailbox, email);
  await onboard(page, 'Ada Lovelace');
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** The manager's session by product: an address gets few mails an hour, so it is asked for once. */
const managers = new Map<string, Cookies>();

/** Opens `path` as the manager. */
export async function openAsManager(
  page: Page,
  mailbox: Mailbox,
  { url }: Product,
  path: string,
): Promise<void> {
  const known = managers.get(url);
  if (known) await page.context().addCookies(known);
  else await signIn(page, mailbox, adminEmail);
  if (!known) await expect(page).toHaveURL(/\/manager\/dashboard$/);
  managers.set(url, await page.context().cookies());
  await page.goto(path);
}

/** A person in a browser of their own. */
export async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

/** Somebody who is signed in, in a browser of their own. */
export async function signedInPage(browser: Browser, url: string, mailbox: Mailbox, name: string) {
  const email = `${unique('person')}@example.org`;
  const page = await newPage(browser, url);
  await page.goto('/');
  await signInWithCode(page, mailbox, email);
  await onboard(page, name);
  await expect(page).toHaveURL(/\/app$/);
  return { email, page };
}

/** Finds somebody by their address and opens their page. */
export async function openUser(page: Page, email: string, name = email): Promise<void> {
  await page.goto(`/manager/users?searchTerm=${encodeURIComponent(email)}`);
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/manager\/users\/usr_[0-9a-z]+$/);
}

/** Whom the server takes the browser of `page` for, by a request of its own. */
export async function viewerOf(page: Page): Promise<string | null> {
  const response = await page.request.post('/api/graphql', {
    data: { query: '{ viewer { user { email } } }' },
  });
  const { data } = (await response.json()) as { data?: { viewer?: { user: { email: string } } } };
  return data?.viewer?.user.email ?? null;
}
