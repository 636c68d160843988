import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './client/build/chunks.ts';
import { compressedScripts } from './client/build/compressed.ts';
import { graphiqlFiles } from './client/build/graphiql.ts';
import { pageTemplate } from './client/build/pages.ts';
import { textFiles } from './client/build/texts.ts';
import { unreachablePages } from './client/build/unreachable.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: 'client',
  plugins: [
    react(),
    tailwindcss(),
    unreachablePages(),
    textFiles(),
    pageTemplate(),
    graphiqlFiles(),
    compressedScripts(),
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
