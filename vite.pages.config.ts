/** Builds client/render-login.tsx for the server, after the client itself. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'client',
  publicDir: false,
  plugins: [react()],
  // React's development build is three times as slow, and NODE_ENV need not be set when the server runs.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'render-login.tsx',
    outDir: '../dist/pages',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    reportCompressedSize: false,
  },
});
