import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** Bytes per kB. Decimal, as in browsers' network panels. */
const kB = 1000;

/** Most JavaScript that a screen loads before it renders, in kB gzipped. */
const budgets = [
  {
    screen: '/login',
    pages: ['layouts/login-layout.tsx', 'features/auth/login-page.tsx'],
    max: 123,
  },
  {
    screen: '/manager/repositories',
    pages: ['layouts/manager-layout.tsx', 'features/repository/repositories-page.tsx'],
    max: 160,
  },
] as const;

/** The namespaces of the budgeted list page. */
const languageSet = ['common', 'errors', 'repository'];
const languageMax = 6.1;
const cssMax = 15;

/** Code of the areas, which /login must not load. */
const areaOnly =
  /layouts\/(app|manager|authenticated)-|features\/(?!auth\/|session\/)|graphcache|\burql\b/;

type Chunks = ReadonlyMap<string, Rollup.OutputChunk>;

export function chunksOf(bundle: Rollup.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
}

/** Size in bytes. */
function gzipSize(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length;
}

function show(bytes: number): string {
  return `${(bytes / kB).toFixed(1)} kB`;
}

/** The chunks `names` and everything that they import statically. */
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
 * The chunks that are loaded before a screen renders: those of all pages, and of these modules of the client.
 *
 * @throws {Error} if no chunk holds a module
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

/**
 * A Vite plugin: prints the gzipped size of each built file and of each budgeted screen, and fails
 * the build when one exceeds its budget.
 */
export function buildBudget(): Plugin {
  return {
    name: 'build-budget',
    apply: 'build',
    writeBundle(_options, bundle) {
      const files = Object.values(bundle);
      const chunks = chunksOf(bundle);
      const excess: string[] = [];
      const blocking = gzipSize(readFileSync(new URL('boot.js', import.meta.url)));
      const check = (what: string, bytes: number, max: number) => {
        console.log(`${what.padEnd(44)} ${show(bytes).padStart(9)} of ${max} kB`);
        if (bytes > max * kB) excess.push(`${what}: ${show(bytes)}, allowed are ${max} kB`);
      };

      for (const file of files) {
        if (!/\.(js|css|json)$/.test(file.fileName)) continue;
        const size = gzipSize(file.type === 'chunk' ? file.code : file.source);
        console.log(`  ${file.fileName.padEnd(42)} ${show(size).padStart(9)}`);
      }
      for (const { screen, pages, max } of budgets) {
        const loaded = screenFiles(chunks, pages);
        check(
          `JavaScript at ${screen}`,
          loaded.reduce((sum, chunk) => sum + gzipSize(chunk.code), blocking),
          max,
        );
        if (screen !== '/login') continue;
        const misplaced = loaded
          .flatMap((chunk) => chunk.moduleIds)
          .filter((id) => areaOnly.test(id));
        if (misplaced.length > 0) excess.push(`loaded at /login: ${misplaced.join(', ')}`);
      }
      const css = files.filter((file) => file.fileName.endsWith('.css'));
      check(
        'CSS',
        css.reduce((sum, file) => sum + (file.type === 'asset' ? gzipSize(file.source) : 0), 0),
        cssMax,
      );
      checkLanguages(check);
      if (excess.length > 0) this.error(`over budget\n${excess.join('\n')}`);
    },
  };
}

function checkLanguages(check: (what: string, bytes: number, max: number) => void) {
  const folder = new URL('../shared/locales/en/', import.meta.url);
  const size = languageSet
    .map((namespace) => gzipSize(readFileSync(new URL(`${namespace}.json`, folder))))
    .reduce((sum, bytes) => sum + bytes, 0);
  check(`language en (${languageSet.join(', ')})`, size, languageMax);
}
