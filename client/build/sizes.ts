import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

const screens = {
  '/login': ['layouts/login-layout.tsx', 'features/auth/login-page.tsx'],
  '/manager/repositories': [
    'layouts/manager-layout.tsx',
    'features/repository/repositories-page.tsx',
  ],
};

const languageSet = ['common', 'errors', 'repository'];

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>;

export function chunksOf(bundle: Rollup.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
}

function gzipSize(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length;
}

function closure(chunks: Chunks, names: Iterable<string>): Rollup.OutputChunk[] {
  const found = new Map<string, Rollup.OutputChunk>();
  const queue = [...names];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const chunk = chunks.get(name);
    if (!chunk || found.has(name)) continue;
    found.set(name, chunk);
    queue.push(...chunk.imports);
  }
  return [...found.values()];
}

/**
 * Chunks loaded before a screen renders: the shared ones and the chunks of `modules`.
 *
 * @throws {Error} if no chunk contains a module
 */
export function screenFiles(chunks: Chunks, modules: readonly string[]): Rollup.OutputChunk[] {
  const all = [...chunks.values()];
  const entries = all.filter((chunk) => chunk.isEntry);
  const own = modules.map((module) => {
    const chunk = all.find((candidate) =>
      candidate.moduleIds.some((id) => id.endsWith(`/client/${module}`)),
    );
    if (!chunk) throw new Error(`no chunk holds client/${module}`);
    return chunk;
  });
  return closure(
    chunks,
    [...entries, ...own].map((chunk) => chunk.fileName),
  );
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** Vite plugin that writes the gzipped bytes loaded before a screen renders, by screen and kind, to dist/sizes.json. */
export function buildSizes(): Plugin {
  return {
    name: 'build-sizes',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = chunksOf(bundle);
      const boot = gzipSize(readFileSync(new URL('../document/boot.js', import.meta.url)));
      const scripts = Object.entries(screens).map(([screen, modules]) => {
        const sizes = screenFiles(chunks, modules).map(({ code }) => gzipSize(code));
        return [`JavaScript at ${screen}`, boot + sum(sizes)];
      });
      const styles = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.css'));
      const loaded = {
        ...Object.fromEntries(scripts),
        CSS: sum(styles.map((file) => (file.type === 'asset' ? gzipSize(file.source) : 0))),
        [`Texts (${languageSet.join(', ')})`]: sizeOfTexts(),
      };
      writeFileSync(
        new URL('../../dist/sizes.json', import.meta.url),
        `${JSON.stringify(loaded, null, 2)}\n`,
      );
    },
  };
}

function sizeOfTexts(): number {
  const folder = new URL('../../shared/locales/en/', import.meta.url);
  return sum(languageSet.map((name) => gzipSize(readFileSync(new URL(`${name}.json`, folder)))));
}
