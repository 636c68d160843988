import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { Visitor } from 'rolldown/utils';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups } from './client/build/chunks.ts';
import { graphiqlFiles } from './client/build/graphiql.ts';
import { pageTemplate } from './client/build/pages.ts';
import { textFiles } from './client/build/texts.ts';
import { unreachablePages } from './client/build/unreachable.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';

/** Leaves `import()` unchanged. Vite wraps it to load a chunk's style sheets, but the page links the only one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    order: 'pre',
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
};

/**
 * Unused library functions: GraphQL documents are parsed at build time (codegen.ts), and the router's forms,
 * fetchers, prefetching and instrumentation are never used. This saves 4.6 kB, gzipped, at /login.
 */
const neverCalled: [module: RegExp, names: string[]][] = [
  [/@0no-co\/graphql\.web\/.*\.mjs$/, ['parse']],
  [
    /react-router\/.*\/instrumentation\.js$/,
    ['getRouteInstrumentationUpdates', 'instrumentClientSideRouter'],
  ],
  [
    /react-router\/.*\/router\/router\.js$/,
    ['handleAction', 'fetch', 'handleFetcherAction', 'handleFetcherLoader', 'discoverRoutes'],
  ],
  [/react-router\/.*\/ssr\/components\.js$/, ['PrefetchPageLinks']],
  [/react-router\/.*\/lib\/hooks\.js$/, ['RSCErrorHandler']],
];

/** Empties the functions in `neverCalled`. Fails the build if a library has moved one. */
const withoutNeverCalled: Plugin = {
  name: 'without-never-called',
  apply: 'build',
  transform: {
    filter: { id: neverCalled.map(([module]) => module) },
    handler(code, id) {
      const names = neverCalled.find(([module]) => module.test(id))?.[1] ?? [];
      const bodies = new Map<string, { start: number; end: number }>();
      new Visitor({
        FunctionDeclaration({ id, body }) {
          if (id && body && names.includes(id.name) && !bodies.has(id.name))
            bodies.set(id.name, body);
        },
      }).visit(this.parse(code));
      const missing = names.filter((name) => !bodies.has(name));
      if (missing.length > 0) this.error(`${missing.join(', ')} is not where it was`);
      return [...bodies.values()]
        .sort((one, other) => other.start - one.start)
        .reduce(
          (rest, { start, end }) =>
            `${rest.slice(0, start)}{ throw new Error('Left out in vite.config.ts'); }${rest.slice(end)}`,
          code,
        );
    },
  },
};

export default defineConfig({
  root: 'client',
  plugins: [
    plainImports,
    withoutNeverCalled,
    react(),
    tailwindcss(),
    unreachablePages(),
    textFiles(),
    pageTemplate(),
    graphiqlFiles(),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // Named in the README. Newer run-time APIs: tsconfig.client.json and scripts/lint/no-newer-api.grit.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4'],
    // The content security policy allows same-origin files but not data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: false,
    rolldownOptions: {
      treeshake: {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
        // Only names functions in stack traces. As a side effect, it would keep what nobody uses of Radix.
        manualPureFunctions: ['__name'],
      },
      output: {
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  server: {
    port: 5173,
    fs: { allow: ['..'] },
    proxy: { '/api': server, '/dev': server, '/healthz': server },
  },
});
