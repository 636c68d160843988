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

const areaOnly =
  /layouts\/(app|manager|authenticated)-|features\/(?!auth\/|session\/)|graphcache|\burql\b/;

/** The request for a smaller chunk costs more than its content. */
const smallestChunkBytes = 2_000;

/** Must be loaded up front to be available when other code fails to load. */
const errorPage = [
  'layouts/error-boundary.tsx',
  'layouts/connection-status.tsx',
  'ui/page/error-page.tsx',
];

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

type BuildSizes = {
  /** Gzipped bytes loaded before a screen renders, by screen and kind. */
  loaded: Record<string, number>;
  files: Record<string, number>;
  misplaced: string[];
};

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);

/** Vite plugin that writes the gzipped sizes of built files and measured screens to dist/sizes.json. */
export function buildSizes(): Plugin {
  return {
    name: 'build-sizes',
    apply: 'build',
    writeBundle(_options, bundle) {
      const chunks = chunksOf(bundle);
      const files = Object.fromEntries(
        Object.values(bundle)
          .filter(({ fileName }) => /\.(js|css|json)$/.test(fileName))
          .map((file) => [
            file.fileName,
            gzipSize(file.type === 'chunk' ? file.code : file.source),
          ]),
      );
      const sizeOf = (loaded: readonly Rollup.OutputChunk[]) =>
        sum(loaded.map(({ fileName }) => files[fileName] ?? 0));
      const inline = gzipSize(readFileSync(new URL('../document/boot.js', import.meta.url)));
      const loaded: Record<string, number> = {};
      for (const [screen, pages] of Object.entries(screens)) {
        loaded[`JavaScript at ${screen}`] = sizeOf(screenFiles(chunks, pages)) + inline;
      }
      const styles = Object.entries(files).filter(([name]) => name.endsWith('.css'));
      loaded.CSS = sum(styles.map(([, size]) => size));
      loaded[`Texts (${languageSet.join(', ')})`] = sizeOfTexts();
      const sizes: BuildSizes = { loaded, files, misplaced: findMisplaced(chunks) };
      writeFileSync(
        new URL('../../dist/sizes.json', import.meta.url),
        `${JSON.stringify(sizes, null, 2)}\n`,
      );
    },
  };
}

function findMisplaced(chunks: Chunks): string[] {
  const early = screenFiles(chunks, screens['/login'])
    .flatMap((chunk) => chunk.moduleIds)
    .filter((id) => areaOnly.test(id))
    .map((id) => `${id} is loaded at /login, which does not need it`);
  const entry = new Set(screenFiles(chunks, ['main.tsx']));
  const late = errorPage
    .filter((module) => !screenFiles(chunks, [module]).every((chunk) => entry.has(chunk)))
    .map((module) => `client/${module} must be loaded with client/main.tsx: it shows errors`);
  const small = [...chunks.values()]
    // The bundler's own helpers are always a chunk of their own.
    .filter(
      ({ isEntry, name, code }) =>
        !isEntry && name !== 'rolldown-runtime' && code.length < smallestChunkBytes,
    )
    .map(
      ({ fileName, code }) =>
        `${fileName} has ${code.length} bytes: add it to a group in client/build/chunks.ts`,
    );
  return [...early, ...late, ...small];
}

function sizeOfTexts(): number {
  const folder = new URL('../../shared/locales/en/', import.meta.url);
  return sum(languageSet.map((name) => gzipSize(readFileSync(new URL(`${name}.json`, folder)))));
}
