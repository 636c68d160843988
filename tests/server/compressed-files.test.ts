/** Scripts that the build has compressed are served so, and only under the name of the script. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaticFiles } from '#server/http/static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-compressed-'));
const code = 'export const answer = 42;\n'.repeat(100);
/** Another text than the script's, so that it can be told from what the server compresses itself. */
const built = `${code}// by the build\n`;

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'assets', 'a.js'), code);
  writeFileSync(join(folder, 'assets', 'a.js.br'), brotliCompressSync(built));
  writeFileSync(join(folder, 'assets', 'b.js'), code);
});

afterAll(() => rmSync(folder, { recursive: true }));

async function get(path: string, encoding: string) {
  const serve = createStaticFiles(folder, async () => undefined);
  const headers = { 'accept-encoding': encoding };
  const response = await serve(new Request(`http://localhost${path}`, { headers }));
  return response && { headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
}

it('serves what the build has compressed, where the browser accepts it', async () => {
  const script = await get('/assets/a.js', 'gzip, br');
  expect(script?.headers.get('content-encoding')).toBe('br');
  expect(script?.headers.get('content-type')).toContain('javascript');
  expect(String(brotliDecompressSync(script?.body ?? ''))).toBe(built);
  expect(String((await get('/assets/a.js', 'identity'))?.body)).toBe(code);
});

it('compresses the others itself', async () => {
  const script = await get('/assets/b.js', 'br');
  expect(String(brotliDecompressSync(script?.body ?? ''))).toBe(code);
});

it('does not serve the compressed file by its own name', async () => {
  expect(await get('/assets/a.js.br', 'br')).toBeUndefined();
});
