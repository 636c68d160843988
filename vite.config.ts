import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildBudget } from './client/build-budget.ts';

const server = process.env.API_URL ?? 'http://localhost:3000';

export default defineConfig({
  root: 'client',
  plugins: [react(), tailwindcss(), buildBudget()],
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
