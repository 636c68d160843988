/** Bundles the server into dist/server: docs/decisions/015-server-bundle.md. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { defineConfig, type Plugin } from 'rolldown';

/**
 * Stores Prisma's query compiler as a separate file. Inlined as base64, it would stay in memory twice: as source
 * text and as a string.
 */
const compilerAsFile: Plugin = {
  name: 'compiler-as-file',
  load: {
    filter: { id: /\.wasm-base64\.mjs$/ },
    handler(id) {
      const base64 = /^const wasm = "([^"]+)"/m.exec(readFileSync(id, 'utf8'))?.[1];
      if (!base64) throw new Error(`${id} holds no base64.`);
      const fileName = basename(id).replace('-base64.mjs', '');
      this.emitFile({ type: 'asset', fileName, source: Buffer.from(base64, 'base64') });
      return `import { readFileSync } from 'node:fs';
        export const wasm = readFileSync(new URL('./${fileName}', import.meta.url));`;
    },
  },
};

/** Excludes libraries from the source map, which Node.js keeps in memory: 90 MB with them. */
const ownSourcesOnly: Plugin = {
  name: 'own-sources-only',
  transform: {
    filter: { id: /node_modules/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};

export default defineConfig({
  input: {
    main: 'server/main.ts',
    cli: 'scripts/cli.ts',
    // Runs as a separate process and thread.
    'watchdog-process': 'packages/embedded-postgres/src/watchdog-process.ts',
  },
  platform: 'node',
  // pg requires pg-native if it is installed. `sharp` finds its native part beside its own files.
  external: ['pg-native', 'sharp'],
  plugins: [compilerAsFile, ownSourcesOnly],
  output: {
    dir: 'dist/server',
    cleanDir: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    keepNames: true,
  },
});
