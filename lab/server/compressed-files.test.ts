import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaticFiles } from '#server/http/pages/static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-compressed-'));
const code = 'export const answer = 42;\n'.repeat(100);
const built = `${code}// by the build\n`;

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.js'), code);
  writeFileSync(join(folder, 'assets', 'a.js.br'), brotliCompressSync(built));
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync(built));
  writeFileSync(join(folder, 'assets', 'b.js'), code);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function get(path: string, encoding?: string) {
  const serve = createStaticFiles(folder, async () => undefined);
  const headers: HeadersInit = encoding === undefined ? {} : { 'accept-encoding': encoding };
  const response = await serve(new Request(`http://localhost${path}`, { headers }));
  return response && { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

it('serves what the build has compressed, where the browser accepts it', async () => {
  const script = await get('/assets/a.js', 'gzip, br');
  expect(script?.headers.get('content-encoding')).toBe('br');
  expect(script?.headers.get('content-type')).toContain('javascript');
  expect(String(brotliDecompressSync(script?.body ?? ''))).toBe(built);
  expect(String(gunzipSync((await get('/assets/a.js', 'gzip'))?.body ?? ''))).toBe(built);
  expect(String((await get('/assets/a.js', 'identity'))?.body)).toBe(code);
});

it('compresses the others itself', async () => {
  const script = await get('/assets/b.js', 'br');
  expect(String(brotliDecompressSync(script?.body ?? ''))).toBe(code);
});

it.each(['br', 'gz'])('does not serve the compressed file by its own name: %s', async (ending) => {
  expect(await get(`/assets/a.js.${ending}`, 'br, gzip')).toBeUndefined();
});

it.each([
  ['', 'identity'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.5, identity', 'gzip'],
  [undefined, 'identity'],
])('answers Accept-Encoding %j with %s', async (accepted, encoding) => {
  const script = await get('/assets/b.js', accepted);
  expect(script?.headers.get('content-encoding') ?? 'identity').toBe(encoding);
});

it.each(['exact', 'weak', 'of a proxy', 'one of several', 'any'])(
  'answers 304 to who has the file: %s',
  async (what) => {
    const etag = (await get('/assets/b.js'))?.headers.get('etag') ?? '';
    const strong = etag.replace('W/', '');
    const sent = {
      exact: etag,
      weak: `W/${strong}`,
      'of a proxy': strong,
      'one of several': `"a", ${etag}`,
      any: '*',
    }[what];
    const serve = createStaticFiles(folder, async () => undefined);
    const headers = { 'if-none-match': sent ?? '' };
    const response = await serve(new Request('http://localhost/assets/b.js', { headers }));
    expect(response?.status).toBe(304);
  },
);

it('never claims to serve ranges, and serves none', async () => {
  const serve = createStaticFiles(folder, async () => undefined);
  const headers = { range: 'bytes=0-1' };
  const response = await serve(new Request('http://localhost/assets/b.js', { headers }));
  expect(response?.status).toBe(200);
  expect(response?.headers.get('accept-ranges')).toBe('none');
  expect(await response?.text()).toBe(code);
});
