/** Opens pages in Chromium with an empty cache on a throttled network and CPU. */
import { type Browser, type CDPSession, chromium } from '@playwright/test';
import { requireChromium } from '#scripts/lib/chromium.ts';
import { say, step } from '#server/progress.ts';
import setup, { freshDatabase } from '#tests/support/database.ts';
import { startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';
import { median, table } from './report.ts';
import { signInManager } from './signed-in.ts';

/** Lighthouse's slow 4G, as in Chrome DevTools: 1.44 Mbit/s and 562 ms latency. */
const line = { latency: 562, downloadThroughput: 1_440_000 / 8, uploadThroughput: 675_000 / 8 };
const processorSlowdown = 4;
const runs = 3;

const pages = [
  { path: '/login', content: 'input[name=email]', signedIn: false },
  { path: '/manager/repositories', content: 'main li a', signedIn: true },
] as const;

/** Milliseconds until the form or the first row of the list is painted, and until React handles its events. */
type Times = { painted: number; usable: number };

type PageFigures = Times & { firstPaint: number };

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
  await slowDown(await context.newCDPSession(page));
  await page.goto(origin + path, { waitUntil: 'commit' });
  const figures = await page.evaluate(async () => {
    const { times } = window as unknown as { times: Times };
    while (!times.painted || !times.usable) await new Promise(requestAnimationFrame);
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { ...times, firstPaint };
  });
  await context.close();
  return figures;
}

export async function benchPages(): Promise<void> {
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
    const rows: string[][] = [];
    for (const page of pages) {
      const all: PageFigures[] = [];
      await step(`Opening ${page.path} ${runs} times`, async () => {
        for (let run = 0; run < runs; run++) {
          all.push(await measure(browser, product.url, page, cookie));
        }
      });
      const seconds = (figure: keyof PageFigures) =>
        `${(median(all.map((each) => each[figure])) / 1000).toFixed(2)} s`;
      rows.push([page.path, seconds('firstPaint'), seconds('painted'), seconds('usable')]);
    }
    for (const line of table(['', 'first paint', 'painted', 'usable'], rows)) say(line);
  } finally {
    await browser.close();
    await product.stop();
    await database.drop();
    await teardown?.();
  }
}
