/** Builds client/build/render-login.tsx for the server. Run after the client build. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: 'client',
  publicDir: false,
  plugins: [react()],
  // React's development build is three times as slow, and NODE_ENV may be unset when the server runs.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'build/render-login.tsx',
    outDir: '../dist/pages',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    reportCompressedSize: false,
  },
});
