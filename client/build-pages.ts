import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { chunksOf, screenFiles } from './build-budget.ts';
import { pageStarts } from './page-starts.ts';

/** A script that is part of the page. */
function inline(file: string): string {
  const code = readFileSync(new URL(file, import.meta.url), 'utf8').replace(/^ *\/\/.*\n/gm, '');
  return `<script>${code}</script>`;
}

/** A request that a page sends before its scripts are loaded. */
type FirstRequest = { documentId: string; operationName: string; variables?: object };

/** What the pages of an area, or one of them, need first besides what all pages need. */
type FirstLoad = { scripts: string[]; texts: readonly string[]; requests: FirstRequest[] };

/** Names of the built files that server/http/pages.ts preloads, as paths from the root of the site. */
export type ClientFiles = {
  css: string;
  /** What every page of an area needs, and some by their path. */
  area: FirstLoad;
  pages: Record<string, FirstLoad>;
  /** Texts by language and namespace. */
  texts: Record<string, Record<string, string>>;
  /** Fonts by script: `latin` or `arabic`. */
  fonts: Record<string, string>;
};

const textFile = /\/texts-[^/]+\/(\w+)\/(\w+)\.json$/;
const fontSource = /(?:inter-(latin)|noto-sans-arabic-(arabic))-wght-normal\.woff2$/;

/** The ids of the documents that build-documents.ts has listed, by the names of their operations. */
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
    if (!documentId) throw new Error(`page-starts.ts: there is no operation ${operationName}`);
    return { documentId, operationName, ...(variables && { variables }) };
  };
  const chunks = chunksOf(bundle);
  const scripts = (modules: string[]) =>
    screenFiles(chunks, modules).map(({ fileName }) => `/${fileName}`);
  const inDocument = new Set(scripts(['main.tsx']));
  const layout = 'layouts/manager-layout.tsx';
  const area = scripts([layout]).filter((path) => !inDocument.has(path));
  const pages = Object.entries(pageStarts).map(([path, { module, texts, queries }]) => {
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
  const found: ClientFiles = { css: '', ...listFirstLoads(bundle), texts: {}, fonts: {} };
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
 * A Vite plugin: puts the scripts that run before the others into index.html, and lists the files
 * that the server preloads in files.json, which it does not serve.
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
        const source = JSON.stringify(listFiles(bundle));
        this.emitFile({ type: 'asset', fileName: 'files.json', source });
      },
    },
  };
}
