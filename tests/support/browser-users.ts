import type { Browser, Page } from '@playwright/test';
import type { Database } from '#server/database/client.ts';
import { adminEmail, expect } from './e2e.ts';
import { unique } from './factories.ts';
import type { Mailbox } from './mailbox.ts';
import type { Product } from './product.ts';

export async function signInWithCode(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue with email' }).click();
  await expect(page).toHaveURL(/\/login\/verify/);
  const { code, subject } = await mailbox.next(email);
  expect(subject).toContain('Your verification code');
  await page.getByLabel('Verification code').fill(code);
}

export async function onboard(page: Page, name: string): Promise<void> {
  const question = page.getByLabel('What is your name?');
  const menu = page.getByRole('button', { name: 'Account menu' });
  await expect(question.or(menu).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(menu).toBeVisible();
}

/**
 * Signs in by HTTP requests and names new users. Ten times as fast as the login form, which smoke, keyboard and
 * languages test.
 */
async function signInByRequests(page: Page, mailbox: Mailbox, email: string, name: string) {
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`/api${path}`, { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  };
  await post('/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
  const { code } = await mailbox.next(email);
  await post('/auth/sign-in/email-otp', { email, otp: code });
  const { data } = await post('/graphql', { query: '{ viewer { user { onboardedAt } } }' });
  if (data.viewer.user.onboardedAt) return;
  const query =
    'mutation ($name: String!) { updateViewer(input: { name: $name }) { errors { code } } }';
  await post('/graphql', { query, variables: { name } });
}

export async function signIn(
  page: Page,
  mailbox: Mailbox,
  email: string,
  name = 'Ada Lovelace',
): Promise<void> {
  await signInByRequests(page, mailbox, email, name);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
}

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** The manager's session cookies by product URL: one email serves all tests of a worker. */
const managers = new Map<string, { cookies: Cookies; since: number }>();

/** Half as long as a proof of identity lasts. */
const freshMs = 5 * 60_000;

export async function openAsManager(
  page: Page,
  mailbox: Mailbox,
  { url }: Product,
  path: string,
): Promise<void> {
  const known = managers.get(url);
  const isFresh = known && Date.now() - known.since < freshMs;
  if (isFresh) await page.context().addCookies(known.cookies);
  else await signInByRequests(page, mailbox, adminEmail, 'Ada Lovelace');
  const since = isFresh ? known.since : Date.now();
  managers.set(url, { cookies: await page.context().cookies(), since });
  await page.goto(path);
}

export async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  return context.newPage();
}

export async function signedInPage(browser: Browser, url: string, mailbox: Mailbox, name: string) {
  const email = `${unique('person')}@example.org`;
  const page = await newPage(browser, url);
  await signIn(page, mailbox, email, name);
  await expect(page).toHaveURL(/\/app$/);
  return { email, page };
}

export async function openUser(page: Page, email: string, name = email): Promise<void> {
  await page.goto(`/manager/users?searchTerm=${encodeURIComponent(email)}`);
  await page.getByRole('main').getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(/\/manager\/users\/usr_[0-9a-z]+$/);
}

export async function viewerOf(page: Page): Promise<string | null> {
  const response = await page.request.post('/api/graphql', {
    data: { query: '{ viewer { user { email } } }' },
  });
  const { data } = (await response.json()) as { data?: { viewer?: { user: { email: string } } } };
  return data?.viewer?.user.email ?? null;
}

/** Makes actions ask for a proof of identity, ten minutes after the last one. */
export async function ageSessions(people: Database, email: string): Promise<void> {
  await people.session.updateMany({
    where: { user: { email } },
    data: { createdAt: new Date(Date.now() - 11 * 60_000), reauthenticatedAt: null },
  });
}

export async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/login');
}

export async function openUsers(page: Page, mailbox: Mailbox, product: Product): Promise<void> {
  await openAsManager(page, mailbox, product, '/manager/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
}
