import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPages } from '#server/http/pages/pages.ts';
import { createStaticFiles } from '#server/http/pages/static-files.ts';
import { createLog } from '#server/log/log.ts';
import { readSettings } from '#server/settings.ts';

const appName = 'Blue & <Harbour>';
const folder = mkdtempSync(join(tmpdir(), 'atrium-pages-'));

beforeAll(() => {
  const manifest = { name: 'Atrium', short_name: 'Atrium', display: 'standalone' };
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest));
  const page =
    '<html lang="en" dir="ltr"><head><title>Atrium</title><!--head-->' +
    '<link rel="stylesheet" href="/main.css"></head><body><!--page--></body></html>';
  writeFileSync(join(folder, 'index.html'), page);
  const area = { scripts: [], requests: [] };
  const files = {
    roots: ['app'],
    css: 'main.css',
    area,
    pages: {},
    texts: {},
    fonts: {},
  };
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function get(path: string, headers: HeadersInit = {}) {
  const settings = readSettings({ APP_NAME: appName });
  const pages = createPages({
    folder,
    settings,
    log: createLog('silent'),
    querySetup: async () => ({}),
  });
  const serve = createStaticFiles(folder, pages.serve, settings.appName);
  const response = await serve(new Request(`http://localhost${path}`, { headers }));
  return { status: response?.status, text: (await response?.text()) ?? '' };
}

it('names the product in the title of a page, escaped', async () => {
  const { text } = await get('/app');
  expect(text).toContain('<title>Blue &amp; &lt;Harbour&gt;</title>');
});

it('names the product in the web manifest and keeps the rest of it', async () => {
  const { text } = await get('/manifest.webmanifest');
  expect(JSON.parse(text)).toEqual({
    name: appName,
    short_name: appName,
    display: 'standalone',
  });
});

it.each([
  ['/', 200],
  ['/app/repositories/none', 200],
  ['/mcp', 404],
  ['/applications', 404],
])('answers a URL with the status that it deserves: %s', async (path, status) => {
  // Also to a browser that knows the document, which other pages share.
  const answer = await get(path, status === 404 ? { 'if-none-match': '*' } : {});
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('<html lang="en"');
});
