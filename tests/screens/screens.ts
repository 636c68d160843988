/**
 * Screenshots of every screen on contact sheets, by width and theme: `npm run screens`.
 * SCREENS_LANGUAGE sets the language (default: en).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { requireChromium } from '#scripts/lib/chromium.ts';
import { say, step } from '#server/progress.ts';
import setup, { freshDatabase } from '#tests/support/database.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { organizationScreens } from './organization-screens.ts';
import type { Screen } from './screen.ts';

const folder = join(import.meta.dirname, '..', '.output', 'screens');
const language = process.env.SCREENS_LANGUAGE ?? 'en';

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const themes = ['light', 'dark'] as const;

const graphql = '**/api/graphql';
const hold = (page: Page) =>
  page.route(graphql, (route) =>
    /"operationName":"(Repositories|Users)"/.test(route.request().postData() ?? '')
      ? undefined
      : route.continue(),
  );
const breakOff = (page: Page) =>
  page.route(graphql, (route) =>
    /"operationName":"(Repositories|Users)"/.test(route.request().postData() ?? '')
      ? route.abort()
      : route.continue(),
  );

const anonymousScreens: Screen[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    prepare: async (page) => page.locator('form button[type=submit]').click(),
  },
  { name: 'login-verify', path: '/login/verify?email=ada%40example.com' },
  { name: 'login-error', path: '/login/error?error=access_denied' },
  { name: 'not-found', path: '/nothing' },
];

const first = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.waitForTimeout(600);
};

const managerScreens: Screen[] = [
  { name: 'dashboard', path: '/manager/dashboard' },
  { name: 'system', path: '/manager/system' },
  { name: 'repositories', path: '/manager/repositories' },
  { name: 'repositories-no-result', path: '/manager/repositories?searchTerm=zzzz' },
  { name: 'repositories-loading', path: '/manager/repositories', prepare: hold },
  { name: 'repositories-error', path: '/manager/repositories', prepare: breakOff },
  { name: 'repository', path: '/manager/repositories', prepare: first('main li a') },
  { name: 'repository-new', path: '/manager/repositories/new' },
  {
    name: 'repository-new-wrong',
    path: '/manager/repositories/new',
    prepare: async (page) => page.locator('form button[type=submit]').click(),
  },
  { name: 'users', path: '/manager/users' },
  { name: 'users-no-result', path: '/manager/users?searchTerm=zzzz' },
  { name: 'user', path: '/manager/users?searchTerm=lefevre', prepare: first('main li a') },
  {
    name: 'user-ban',
    path: '/manager/users?searchTerm=lefevre',
    prepare: async (page) => {
      await first('main li a')(page);
      await first('button:has(.lucide-ban)')(page);
    },
  },
  { name: 'users-role', path: '/manager/users', prepare: first('main [aria-haspopup=menu]') },
  { name: 'users-dates', path: '/manager/users', prepare: first('main [aria-haspopup=dialog]') },
  { name: 'user-new', path: '/manager/users/new' },
  { name: 'account', path: '/manager/account' },
  { name: 'account-security', path: '/manager/account/security' },
  { name: 'account-access-tokens', path: '/manager/account/access-tokens' },
  {
    name: 'account-new-access-token',
    path: '/manager/account/access-tokens',
    prepare: first('main section button'),
  },
  { name: 'service-accounts', path: '/manager/service-accounts' },
  { name: 'service-account-new', path: '/manager/service-accounts/new' },
  { name: 'account-appearance', path: '/manager/account/appearance' },
  { name: 'account-data', path: '/manager/account/data' },
  { name: 'account-change-name', path: '/manager/account?state=change-name' },
  { name: 'menu', path: '/manager/users/new', prepare: first('header [aria-haspopup=menu]') },
  {
    name: 'palette',
    path: '/manager/users/new',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForTimeout(900);
    },
  },
  {
    name: 'shortcuts',
    path: '/manager/dashboard',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.waitForTimeout(900);
    },
  },
  { name: 'manager-not-found', path: '/manager/nothing' },
  { name: 'home', path: '/app' },
  { name: 'app-repositories', path: '/app/repositories' },
  { name: 'app-account', path: '/app/account' },
  { name: 'app-not-found', path: '/app/nothing' },
];

const signedInScreens = [...managerScreens, ...organizationScreens];

async function signIn(browser: Browser, { url }: Product, email: string) {
  const context = await browser.newContext({ baseURL: url });
  const { request } = context;
  const headers = { origin: url };
  await request.post('/api/auth/email-otp/send-verification-otp', {
    data: { email, type: 'sign-in' },
    headers,
  });
  let code: string | undefined;
  while (!code) {
    [{ code } = { code: undefined }] = await (
      await request.get(`/dev/inbox.json?to=${email}`)
    ).json();
  }
  await request.post('/api/auth/sign-in/email-otp', { data: { email, otp: code }, headers });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function shoot(page: Page, { name, path, prepare }: Screen, label: string): Promise<string> {
  const holdsBack = prepare === hold || prepare === breakOff;
  if (holdsBack) await prepare(page);
  await page.goto(`${path}${path.includes('?') ? '&' : '?'}lng=${language}`);
  await page.waitForTimeout(holdsBack ? 900 : 700);
  if (!holdsBack) {
    await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    await prepare?.(page);
  }
  await page.waitForTimeout(200);
  const file = join(folder, `${name}-${label}.png`);
  await page.screenshot({ path: file });
  await page.unroute(graphql);
  return file;
}

async function layOut(browser: Browser, label: string, files: string[], width: number) {
  const figures = files.map((file) => {
    const data = readFileSync(file).toString('base64');
    const name = file.slice(folder.length + 1, -4);
    return `<figure><img src="data:image/png;base64,${data}"><figcaption>${name}</figcaption></figure>`;
  });
  const columns = Math.floor(1900 / width);
  const page = await browser.newPage({ viewport: { width: 1920, height: 800 } });
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;background:#999;font:12px sans-serif}figure{margin:0}img{width:100%}</style>${figures.join('')}`,
  );
  const sheet = join(folder, `sheet-${label}.png`);
  await page.screenshot({ path: sheet, fullPage: true });
  await page.close();
  return sheet;
}

export async function screens(): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const tearDown = await setup();
  const database = await freshDatabase();
  const product = await startProduct({ databaseUrl: database.url });
  const executablePath = await requireChromium();
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const storageState = await signIn(browser, product, 'admin@example.com');
    for (const [device, options] of Object.entries(devices)) {
      for (const colorScheme of themes) {
        const label = `${device}-${colorScheme}`;
        await step(label, async () => {
          const files: string[] = [];
          for (const [list, state] of [
            [anonymousScreens, undefined],
            [signedInScreens, storageState],
          ] as const) {
            const context = await browser.newContext({
              ...options,
              baseURL: product.url,
              colorScheme,
              ...(state ? { storageState: state } : {}),
            });
            const page = await context.newPage();
            for (const screen of list) files.push(await shoot(page, screen, label));
            await context.close();
          }
          const sheet = await layOut(browser, label, files, device === 'phone' ? 240 : 620);
          writeFileSync(join(folder, `${label}.txt`), files.join('\n'));
          say(`  ${sheet}`);
        });
      }
    }
  } finally {
    await browser.close();
    await product.stop();
    await database.drop();
    await tearDown();
  }
}
