import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';
import { rootPaths } from '#client/paths.ts';
import type { ClientFiles } from '#server/http/pages/page-template.ts';
import { preloadEntries } from './preload-entries.ts';

function inline(file: string): string {
  const code = readFileSync(new URL(`../document/${file}`, import.meta.url), 'utf8').replace(
    /^ *\/\/.*\n/gm,
    '',
  );
  return `<script>${code}</script>`;
}

const textFile = /\/texts-[^/]+\/(\w+)\/([\w-]+)\.json$/;
const fontSource = /(?:inter-(latin)|noto-sans-arabic-(arabic))-wght-normal\.woff2$/;

const documents = readFileSync(new URL('../generated/documents.json', import.meta.url), 'utf8');
const documentIds = new Map(
  Object.entries<string>(JSON.parse(documents)).map(([id, text]) => [
    /^\w+ (\w+)/.exec(text)?.[1],
    id,
  ]),
);

function request(operationName: string, variables?: object): object {
  const documentId = documentIds.get(operationName);
  if (!documentId) throw new Error(`preload-entries.ts: there is no operation ${operationName}`);
  return { documentId, operationName, ...(variables && { variables }) };
}

/**
 * Paths of the chunks that hold `modules`, and of what these import.
 *
 * @throws {Error} if no chunk holds a module
 */
function scriptsOf(bundle: Rollup.OutputBundle, modules: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (fileName: string) => {
    const file = bundle[fileName];
    if (file?.type !== 'chunk' || found.has(fileName)) return;
    found.add(fileName);
    file.imports.forEach(add);
  };
  for (const module of modules) {
    const holds = (id: string) => id.endsWith(`/client/${module}`);
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.some(holds),
    );
    if (!chunk) throw new Error(`no chunk holds client/${module}`);
    add(chunk.fileName);
  }
  return [...found].map((fileName) => `/${fileName}`);
}

function listFiles(bundle: Rollup.OutputBundle): ClientFiles {
  const entry = scriptsOf(bundle, ['main.tsx']);
  const login = scriptsOf(bundle, [
    'main.tsx',
    'layouts/login-layout.tsx',
    'features/auth/login-page.tsx',
  ]);
  const added = (module: string, known: readonly string[]) =>
    scriptsOf(bundle, [module]).filter((path) => !known.includes(path));
  const area = added('layouts/manager-layout.tsx', entry);
  const pages = Object.entries(preloadEntries).map(([path, { module, queries }]) => {
    const requests = Object.entries(queries).map(([name, variables]) => request(name, variables));
    return [path, { scripts: added(module, [...entry, ...area]), requests }];
  });
  const found: ClientFiles = {
    roots: rootPaths,
    css: '',
    login,
    area: { scripts: area, requests: [request('Session')] },
    pages: Object.fromEntries(pages),
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
 * Vite plugin that inlines the early scripts into index.html. Writes two files that the server reads but doesn't serve:
 * files.json with the files to preload, and documents.json with the GraphQL documents.
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
        emit('documents.json', documents);
        // Pages outside of the client know no hashed names.
        const font = bundle[files.fonts.latin?.slice(1) ?? ''];
        if (font?.type === 'asset') emit('api-docs/inter.woff2', font.source);
      },
    },
  };
}
