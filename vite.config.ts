import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildBudget } from './client/build-budget.ts';
import { unreachablePages } from './client/build-unreachable.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';

/**
 * Lets `import()` stand as it is. Vite wraps it to fetch a chunk's style sheets first; there is only
 * one style sheet here, which the page itself links.
 */
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
 * Leaves the GraphQL parser out: every document was parsed when it was generated (codegen.ts), so urql
 * meets no text.
 */
const compiledDocuments: Plugin = {
  name: 'compiled-documents',
  apply: 'build',
  transform: {
    filter: { id: /@0no-co\/graphql\.web\/.*\.mjs$/ },
    handler(code) {
      const exported = /(?<=^export \{.*)\bparse(?=,)/m;
      if (!exported.test(code)) this.error('the GraphQL parser is not where it was');
      return `${code.replace(exported, 'noParser as parse')}
function noParser() { throw new Error('GraphQL documents are generated, not parsed'); }`;
    },
  },
};

export default defineConfig({
  root: 'client',
  plugins: [
    plainImports,
    compiledDocuments,
    react(),
    tailwindcss(),
    unreachablePages(),
    buildBudget(),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The content security policy allows files of our own, not data: URLs.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: false,
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: {
          // A few files that are needed together compress and load better than dozens. Each group
          // is what its pages need, no more: the budget watches over it.
          groups: [
            {
              name: 'vendor',
              test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|html-parse-stringify)\//,
              priority: 3,
            },
            {
              name: 'door',
              test: /client\/(main|layouts\/login-layout|features\/auth\/login-page)\.tsx$/,
              priority: 2,
            },
            {
              name: 'area',
              test: /client\/(layouts\/area-gate|features\/repository\/repositories-page)\.tsx$/,
              priority: 1,
            },
          ],
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
