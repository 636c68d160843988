import { readFileSync } from 'node:fs';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSource } from '#client/build/open-source.ts';

let vite: ViteDevServer;
beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root: 'client',
    plugins: [openSource()],
    server: { middlewareMode: true, ws: false },
    optimizeDeps: { noDiscovery: true },
    logLevel: 'silent',
  });
});
afterAll(() => vite.close());

it('gives each element the place where it is written', async () => {
  const file = 'client/ui/form/field.tsx';
  const { code = '' } = (await vite.transformRequest('/ui/form/field.tsx')) ?? {};
  const lines = readFileSync(file, 'utf8').split('\n');
  const places = [...code.matchAll(/"data-source": "([^":]+):(\d+):(\d+)"/g)];
  expect(places.length).toBeGreaterThan(1);
  for (const [, path, line, column] of places) {
    expect(path).toBe(file);
    expect(lines[Number(line) - 1]?.slice(Number(column) - 1)).toMatch(/^<[a-z]/);
  }
});

it('listens to clicks in development only', async () => {
  const page = '<html><body></body></html>';
  expect(await vite.transformIndexHtml('/', page)).toContain('/__open-in-editor');
  expect(openSource().apply).toBe('serve');
});
