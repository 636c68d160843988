/** Opens pages in Chromium with an empty cache on a throttled network and CPU. */
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { requireChromium } from '#scripts/lib/chromium.ts';
import { say, step } from '#server/progress.ts';
import setup, { freshDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';
import { median, table } from './report.ts';
import { type LoadedRequest, recordRequests, waves } from './requests.ts';
import { signInManager } from './signed-in.ts';

/** Lighthouse's slow 4G, as in Chrome DevTools: 1.44 Mbit/s and 562 ms latency. */
const line = { latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };
const processorSlowdown = 4;
const runs = 3;
/** A page has loaded after this long without a request. */
const quietMs = 2_000;

const pages = [
  { path: '/login', content: 'input[name=email]', signedIn: false },
  { path: '/manager/repositories', content: 'main li a', signedIn: true },
] as const;

export type PageFigures = {
  path: string;
  /** Milliseconds until the first paint, and until the form or the first row of the list is painted. */
  firstPaint: number;
  painted: number;
  /** Milliseconds until React handles the content's events. */
  usable: number;
  requests: number;
  waves: number;
  scripts: number;
  scriptBytes: number;
};

function watch(content: string) {
  const times = { painted: 0, usable: 0 };
  Object.assign(window, { times });
  const look = () => {
    const element = document.querySelector(content);
    if (element && !times.painted) {
      // The previous frame is on screen when the next one starts.
      requestAnimationFrame(() => (times.painted ||= performance.now()));
    }
    if (element && Object.keys(element).some((key) => key.startsWith('__reactProps'))) {
      times.usable ||= performance.now();
    }
    if (!times.usable || !times.painted) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function slowDown(session: CDPSession) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await session.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
}

async function settle(requests: readonly LoadedRequest[], page: Page) {
  for (let seen = -1; seen !== requests.length; ) {
    seen = requests.length;
    await page.waitForTimeout(quietMs);
  }
}

async function measure(
  browser: Browser,
  origin: string,
  { path, content, signedIn }: (typeof pages)[number],
  cookie: string,
): Promise<PageFigures> {
  const context = await browser.newContext({ locale: 'en' });
  const [name = '', value = ''] = cookie.split('=');
  if (signedIn) await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  await page.addInitScript(watch, content);
  const session = await context.newCDPSession(page);
  await slowDown(session);
  const requests = recordRequests(session);
  await page.goto(origin + path, { waitUntil: 'commit' });
  await page.locator(content).first().waitFor();
  await settle(requests, page);
  const { painted, usable, firstPaint } = await page.evaluate(() => ({
    ...(window as unknown as { times: Record<'painted' | 'usable', number> }).times,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }));
  if (!painted || !usable) throw new Error(`${path} was not usable when its requests had ended`);
  await context.close();
  const scripts = requests.filter(({ type }) => type === 'Script');
  return {
    path,
    firstPaint,
    painted,
    usable,
    requests: requests.length,
    waves: waves(requests),
    scripts: scripts.length,
    scriptBytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function medians(all: readonly PageFigures[]): Omit<PageFigures, 'path'> {
  const of = (key: Exclude<keyof PageFigures, 'path'>) => median(all.map((each) => each[key]));
  return {
    firstPaint: of('firstPaint'),
    painted: of('painted'),
    usable: of('usable'),
    requests: of('requests'),
    waves: of('waves'),
    scripts: of('scripts'),
    scriptBytes: of('scriptBytes'),
  };
}

export async function measurePages(): Promise<PageFigures[]> {
  const teardown = await setup();
  const database = await freshDatabase();
  await fill(database.url, 100);
  const cookie = await signInManager(database.url);
  const product = await startProduct({ databaseUrl: database.url });
  const browser = await chromium.launch({
    executablePath: await requireChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const found: PageFigures[] = [];
    for (const page of pages) {
      const all: PageFigures[] = [];
      await step(`Opening ${page.path} ${runs} times`, async () => {
        for (let run = 0; run < runs; run++) {
          all.push(await measure(browser, product.url, page, cookie));
        }
      });
      found.push({ path: page.path, ...medians(all) });
    }
    return found;
  } finally {
    await browser.close();
    await product.stop();
    await database.drop();
    await teardown?.();
  }
}

export function printPages(figures: readonly PageFigures[]): void {
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  const head = ['', 'first paint', 'painted', 'usable', 'requests', 'waves', 'scripts', 'JS'];
  const rows = figures.map(({ path, firstPaint, painted, usable, requests, ...rest }) => [
    path,
    ...[firstPaint, painted, usable].map(seconds),
    ...[requests, rest.waves, rest.scripts].map(String),
    `${(rest.scriptBytes / 1000).toFixed(1)} kB`,
  ]);
  for (const line of table(head, rows)) say(line);
}
