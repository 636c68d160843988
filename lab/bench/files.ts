/**
 * Counts the product's own files that a request runs: a list and a create on the server, a click that creates in the
 * browser. Code runs from its sources, and after a first time, so that importing files doesn't count.
 */
import { Session } from 'node:inspector/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { requireChromium } from '#scripts/lib/chromium.ts';
import { say } from '#server/progress.ts';
import { startHttpServer } from '#tests/support/http-server.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
import { fill } from './fill.ts';
import { withPostgres } from './postgres.ts';
import { signInManager } from './signed-in.ts';

const root = join(import.meta.dirname, '..', '..');

type Script = { url: string; functions: { functionName: string; ranges: { count: number }[] }[] };
type Count = { files: string[]; functions: number };

function countRun(scripts: readonly Script[], pathOf: (url: string) => string | undefined): Count {
  const files = new Set<string>();
  let functions = 0;
  for (const script of scripts) {
    const path = pathOf(script.url)?.split(sep).join('/');
    if (!path || !/^(client|server|shared|packages)\/.*\.tsx?$/.test(path)) continue;
    // The benchmark's own PostgreSQL runs in this process.
    if (/generated|embedded-postgres/.test(path)) continue;
    const ran = script.functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0);
    if (ran.length === 0) continue;
    files.add(path);
    functions += ran.length;
  }
  return { files: [...files].sort(), functions };
}

const pathInRoot = (url: string) =>
  url.startsWith('file:') ? fileURLToPath(url).slice(root.length + 1) : undefined;

function report(what: string, { files, functions }: Count): void {
  const rooms = Map.groupBy(files, (file) => file.split('/').slice(0, 2).join('/'));
  const byRoom = [...rooms].map(([room, inRoom]) => `${room} ${inRoom.length}`);
  say(`${what}: ${files.length} files, ${functions} functions (${byRoom.join(', ')})`);
  for (const file of files) say(`  ${file}`);
}

const list = {
  query:
    '{ repositories(first: 20) { totalCountUpTo { count } nodes { id name link description createdAt updatedAt } pageInfo { endCursor hasNextPage } } }',
};

const create = (n: number) => ({
  query:
    'mutation ($input: CreateRepositoryInput!) { createRepository(input: $input) { repository { id } errors { code } } }',
  variables: { input: { name: `Repository ${n}`, link: 'https://example.com', description: '' } },
});

async function countServer(databaseUrl: string, cookie: string): Promise<void> {
  const server = await startHttpServer({}, databaseUrl);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  const ask = async (body: object) => {
    const { status, text } = await server.ask({ body, cookie });
    if (status !== 200 || /"code"/.test(text)) throw new Error(text);
  };
  const count = async (body: object) => {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await session.post('Profiler.takePreciseCoverage');
    await ask(body);
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Profiler.stopPreciseCoverage');
    return countRun(result, pathInRoot);
  };
  try {
    for (let n = 1; n <= 5; n += 1) {
      await ask(list);
      await ask(create(n));
    }
    report('A list of 20 repositories', await count(list));
    report('A new repository', await count(create(6)));
  } finally {
    session.disconnect();
    await server.stop();
  }
}

async function createRepository(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Link').fill('https://example.com');
  await page.getByRole('button', { name: 'Create repository' }).click();
  await page.getByRole('heading', { name }).waitFor();
}

async function countClient(databaseUrl: string, cookie: string): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = { BASE_URL: url };
  const product = await startProduct({ databaseUrl, program: 'server/main.ts', env });
  process.env.API_URL = product.url;
  const vite = await createServer({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'error',
    server: { port, strictPort: true },
  });
  await vite.listen();
  const browser = await chromium.launch({ executablePath: await requireChromium() });
  try {
    const page = await browser.newPage();
    const [name = '', value = ''] = cookie.split('=');
    await page.context().addCookies([{ name, value, url }]);
    const open = () => page.goto(`${url}/manager/repositories/new`);
    await open();
    await createRepository(page, 'The first time');
    await open();
    await page.getByLabel('Name').fill('The second time');
    await page.getByLabel('Link').fill('https://example.com');
    // Lazily loaded parts of the page run once it is idle.
    await page.waitForTimeout(3_000);
    await page.coverage.startJSCoverage();
    await createRepository(page, 'The second time');
    const scripts = await page.coverage.stopJSCoverage();
    const pathOf = (script: string) => {
      const { pathname } = new URL(script);
      if (pathname.startsWith('/@fs/')) return pathname.slice('/@fs'.length + root.length + 1);
      return /^\/(node_modules|@)/.test(pathname) ? undefined : `client${pathname}`;
    };
    report('A click that creates', countRun(scripts, pathOf));
  } finally {
    await browser.close();
    await vite.close();
    await product.stop();
  }
}

export const benchFiles = () =>
  withPostgres(async ({ url }) => {
    await fill(url, 1_000);
    const cookie = await signInManager(url);
    await countServer(url, cookie);
    await countClient(url, cookie);
  });
