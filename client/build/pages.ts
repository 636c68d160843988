import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { rootPaths } from '#client/paths.ts';
import type { ClientFiles } from '#server/http/pages/page-template.ts';
import { preloadEntries } from './preload-entries.ts';
import { chunksOf, screenFiles } from './sizes.ts';

function inline(file: string): string {
  const code = readFileSync(new URL(`../document/${file}`, import.meta.url), 'utf8').replace(
    /^ *\/\/.*\n/gm,
    '',
  );
  return `<script>${code}</script>`;
}

type FirstRequest = { documentId: string; operationName: string; variables?: object };

const textFile = /\/texts-[^/]+\/(\w+)\/(\w+)\.json$/;
const fontSource = /(?:inter-(latin)|noto-sans-arabic-(arabic))-wght-normal\.woff2$/;

function readDocumentIds(bundle: Rollup.OutputBundle): Map<string, string> {
  const list = bundle['documents.json'];
  const texts: Record<string, string> =
    list?.type === 'asset' ? JSON.parse(String(list.source)) : {};
  return new Map(
    Object.entries(texts).map(([id, text]) => [/^\w+ (\w+)/.exec(text)?.[1] ?? '', id]),
  );
}

function listFirstLoads(bundle: Rollup.OutputBundle): Pick<ClientFiles, 'area' | 'pages'> {
  const ids = readDocumentIds(bundle);
  const request = (operationName: string, variables?: object): FirstRequest => {
    const documentId = ids.get(operationName);
    if (!documentId) throw new Error(`preload-entries.ts: there is no operation ${operationName}`);
    return { documentId, operationName, ...(variables && { variables }) };
  };
  const chunks = chunksOf(bundle);
  const scripts = (modules: string[]) =>
    screenFiles(chunks, modules).map(({ fileName }) => `/${fileName}`);
  const inDocument = new Set(scripts(['main.tsx']));
  const layout = 'layouts/manager-layout.tsx';
  const area = scripts([layout]).filter((path) => !inDocument.has(path));
  const pages = Object.entries(preloadEntries).map(([path, { module, texts, queries }]) => {
    const own = scripts([module]).filter((each) => !inDocument.has(each) && !area.includes(each));
    const requests = Object.entries(queries).map(([name, variables]) => request(name, variables));
    return [path, { scripts: own, texts, requests }];
  });
  return {
    area: { scripts: area, texts: [], requests: [request('Session')] },
    pages: Object.fromEntries(pages),
  };
}

function listFiles(bundle: Rollup.OutputBundle): ClientFiles {
  const found: ClientFiles = {
    roots: rootPaths,
    css: '',
    ...listFirstLoads(bundle),
    texts: {},
    fonts: {},
  };
  for (const file of Object.values(bundle)) {
    const path = `/${file.fileName}`;
    if (file.type === 'chunk') continue;
    if (path.endsWith('.css')) found.css = path;
    const [, language, namespace] = textFile.exec(path) ?? [];
    if (language && namespace) {
      found.texts[language] = { ...found.texts[language], [namespace]: path };
    }
    for (const source of file.originalFileNames) {
      const [, latin, arabic] = fontSource.exec(source) ?? [];
      const script = latin ?? arabic;
      if (script) found.fonts[script] = path;
    }
  }
  return found;
}

/**
 * Vite plugin that inlines the early scripts into index.html and lists the files to preload in files.json, which the
 * server doesn't serve.
 */
export function pageTemplate(): Plugin {
  return {
    name: 'page-template',
    transformIndexHtml: (html) =>
      html
        .replace('<!--boot-->', () => inline('boot.js'))
        .replace('<!--first-requests-->', () => inline('first-requests.js')),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = listFiles(bundle);
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source });
        emit('files.json', JSON.stringify(files));
        // Pages outside of the client know no hashed names.
        const font = bundle[files.fonts.latin?.slice(1) ?? ''];
        if (font?.type === 'asset') emit('api-docs/inter.woff2', font.source);
      },
    },
  };
}
