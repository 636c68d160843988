import { readFileSync } from 'node:fs';
import type { Plugin, Rollup } from 'vite';

const boot = readFileSync(new URL('boot.js', import.meta.url), 'utf8').replace(/^\/\/.*\n/gm, '');

/** Names of the built files that server/http/pages.ts preloads, as paths from the root of the site. */
export type ClientFiles = {
  css: string;
  /** Chunks of every page of an area besides those of all pages. */
  area: string[];
  /** Texts by language and namespace. */
  texts: Record<string, Record<string, string>>;
  /** Fonts by script: `latin` or `arabic`. */
  fonts: Record<string, string>;
};

const textFile = /\/texts-[^/]+\/(\w+)\/(\w+)\.json$/;
const fontSource = /(?:inter-(latin)|noto-sans-arabic-(arabic))-wght-normal\.woff2$/;

function listFiles(bundle: Rollup.OutputBundle): ClientFiles {
  const found: ClientFiles = { css: '', area: [], texts: {}, fonts: {} };
  for (const file of Object.values(bundle)) {
    const path = `/${file.fileName}`;
    if (file.type === 'chunk') {
      if (file.name === 'area' || file.name === 'base') found.area.push(path);
      continue;
    }
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
 * A Vite plugin: puts the script that runs before the first paint into index.html, and lists the files
 * that the server preloads in files.json, which it does not serve.
 */
export function pageTemplate(): Plugin {
  return {
    name: 'page-template',
    transformIndexHtml: (html) => html.replace('<!--boot-->', () => `<script>${boot}</script>`),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const source = JSON.stringify(listFiles(bundle));
        this.emitFile({ type: 'asset', fileName: 'files.json', source });
      },
    },
  };
}
