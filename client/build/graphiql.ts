import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The highest quality would take ten seconds. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 };

async function readFiles(): Promise<Record<string, string>> {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } = await import(
    '@graphql-yoga/render-graphiql/graphiql'
  );
  const sources = JSON.stringify({ editorWorkerService, json: jsonWorker, graphql: graphqlWorker });
  const preamble = `{
  const sources = ${sources};
  const url = (source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_, label) => url(sources[label]) };
}`;
  return { 'graphiql.js': `${preamble}\n${js}`, 'graphiql.css': css };
}

/**
 * Vite plugin that writes GraphiQL's script and style sheet, for the page that browsers get at the API's URL. They are
 * files, because the Content-Security-Policy forbids inline scripts.
 */
export function graphiqlFiles(): Plugin {
  return {
    name: 'graphiql-files',
    async writeBundle({ dir = '' }) {
      for (const [name, source] of Object.entries(await readFiles())) {
        const path = join(dir, 'graphiql', name);
        writeFileSync(path, source);
        writeFileSync(`${path}.br`, brotliCompressSync(source, { params }));
        writeFileSync(`${path}.gz`, gzipSync(source));
      }
    },
    configureServer({ middlewares }) {
      middlewares.use('/graphiql', async ({ url = '' }, response, next) => {
        const name = url.slice(1);
        const source = (await readFiles())[name];
        if (source === undefined) return next();
        response.setHeader('content-type', name.endsWith('.css') ? 'text/css' : 'text/javascript');
        response.end(source);
      });
    },
  };
}
