import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPages } from '#server/http/pages/pages.ts';
import { createStaticFiles } from '#server/http/pages/static-files.ts';
import { createLog } from '#server/log/log.ts';
import { readSettings } from '#server/settings.ts';

const appName = 'Blue & <Harbour>';
const folder = mkdtempSync(join(tmpdir(), 'atrium-app-name-'));

beforeAll(() => {
  const manifest = { name: 'Atrium', short_name: 'Atrium', display: 'standalone' };
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest));
  const page =
    '<html lang="en" dir="ltr"><head><title>Atrium</title><!--head-->' +
    '<link rel="stylesheet" href="/main.css"></head><body><!--page--></body></html>';
  writeFileSync(join(folder, 'index.html'), page);
  const area = { scripts: [], texts: [], requests: [] };
  const files = { css: 'main.css', area, pages: {}, texts: {}, fonts: {} };
  writeFileSync(join(folder, 'files.json'), JSON.stringify(files));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function get(path: string): Promise<string> {
  const settings = readSettings({ APP_NAME: appName });
  const pages = createPages({
    folder,
    settings,
    log: createLog('silent'),
    querySetup: async () => ({}),
  });
  const serve = createStaticFiles(folder, pages.serve, settings.appName);
  const response = await serve(new Request(`http://localhost${path}`));
  return (await response?.text()) ?? '';
}

it('names the product in the title of a page, escaped', async () => {
  expect(await get('/app')).toContain('<title>Blue &amp; &lt;Harbour&gt;</title>');
});

it('names the product in the web manifest and keeps the rest of it', async () => {
  expect(JSON.parse(await get('/manifest.webmanifest'))).toEqual({
    name: appName,
    short_name: appName,
    display: 'standalone',
  });
});
