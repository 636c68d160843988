/**
 * Screenshots of every screen on contact sheets, by width and theme: `npm run screens`.
 * SCREENS_LANGUAGE sets the language (default: en).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type APIRequestContext,
  type Browser,
  chromium,
  type Page,
  type Route,
} from '@playwright/test';
import { requireChromium } from '#scripts/lib/chromium.ts';
import { say, step } from '#server/progress.ts';
import type { Language } from '#shared/languages.ts';
import setup, { freshDatabase } from '#tests/support/database.ts';
import { databaseAt, isOperation } from '#tests/support/e2e.ts';
import { unique } from '#tests/support/factories.ts';
import { waitUntilLoaded } from '#tests/support/page-layout.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { textsOf } from '#tests/support/texts.ts';
import { managerScreens } from './manager-screens.ts';
import { createOrganizationScreens } from './organization-screens.ts';
import { createRecords, type Screen } from './screen-steps.ts';
import { sharedScreens, signInScreens } from './shared-screens.ts';

const folder = join(import.meta.dirname, '..', '.output', 'screens');
const language = (process.env.SCREENS_LANGUAGE ?? 'en') as Language;
const t = textsOf(language);

const devices = {
  desktop: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};
const themes = ['light', 'dark'] as const;

const admin = 'admin@example.com';

/** Touch screens have no list of keyboard shortcuts. */
const isFor = (device: string, { name, only }: Screen) =>
  device === 'phone' ? only !== 1280 && name !== 'palette keys' : only !== 390;

/** Lists whose queries get no answer, or a failure. */
const listScreens = ['abort', 'hold'].map(
  (outcome): Screen => ({
    name: `repositories, ${outcome}`,
    path: '/manager/account',
    open: async (page) => {
      const handle = outcome === 'abort' ? (route: Route) => route.abort() : () => undefined;
      await page.route(/\/api\/graphql/, (route) =>
        isOperation(route, 'Repositories') ? handle(route) : route.continue(),
      );
      await page.goto('/manager/repositories');
    },
  }),
);

async function requestCode(request: APIRequestContext, email: string): Promise<void> {
  const data = { email, type: 'sign-in' };
  await request.post('/api/auth/email-otp/send-verification-otp', { data });
}

async function anonymousScreens(request: APIRequestContext): Promise<Screen[]> {
  const email = `${unique('reader')}@example.org`;
  await requestCode(request, email);
  return signInScreens(email);
}

/** With new records, since screens change them. */
async function signedInScreens(request: APIRequestContext): Promise<Screen[]> {
  const records = await createRecords(request);
  return [...managerScreens(records), ...sharedScreens(records), ...listScreens];
}

async function signIn(browser: Browser, { url }: Product, email: string) {
  const context = await browser.newContext({ baseURL: url });
  const { request } = context;
  await requestCode(request, email);
  let code: string | undefined;
  while (!code) {
    [{ code } = { code: undefined }] = await (
      await request.get(`/dev/inbox.json?to=${email}`)
    ).json();
  }
  await request.post('/api/auth/sign-in/email-otp', { data: { email, otp: code } });
  const state = await context.storageState();
  await context.close();
  return state;
}

async function shoot(page: Page, { name, path, open }: Screen, label: string): Promise<string> {
  await page.goto(path);
  await waitUntilLoaded(page);
  await open?.(page, t);
  await page.waitForTimeout(600);
  const file = join(folder, `${name.replaceAll(/\W+/g, '-')}-${label}.png`);
  await page.screenshot({ path: file });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
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
    const storageState = await signIn(browser, product, admin);
    for (const [device, options] of Object.entries(devices)) {
      for (const colorScheme of themes) {
        const label = `${device}-${colorScheme}`;
        await step(label, async () => {
          const files: string[] = [];
          for (const [state, screensOf] of [
            [undefined, anonymousScreens],
            [storageState, signedInScreens],
            [storageState, () => createOrganizationScreens(databaseAt(database.url), admin)],
          ] as const) {
            const context = await browser.newContext({
              ...{ ...options, baseURL: product.url, colorScheme },
              ...(state ? { storageState: state } : {}),
            });
            const page = await context.newPage();
            await page.goto(`/nothing?lng=${language}`);
            const list = await screensOf(page.request);
            for (const screen of list.filter((each) => isFor(device, each))) {
              files.push(await shoot(page, screen, label));
            }
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
    await databaseAt(database.url).$disconnect();
    await database.drop();
    await tearDown();
  }
}
