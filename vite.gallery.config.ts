/** Builds client/gallery, the component gallery under /dev, separately from the product. */
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { textFiles } from './client/build/texts.ts';

export default defineConfig({
  root: 'client/gallery',
  base: '/dev/',
  publicDir: false,
  plugins: [react(), tailwindcss(), textFiles()],
  build: {
    outDir: '../../dist/gallery',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    modulePreload: false,
  },
});
