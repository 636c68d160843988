import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { type Language, languageCodes, languages } from '#shared/languages.ts';

function readTexts(language: Language, namespace: string) {
  const file = new URL(`../shared/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** The same look as `ErrorPage`, without any code. Following a link to here loads the page anew. */
function page(language: Language): HtmlTagDescriptor {
  const { error, action } = readTexts(language, 'common');
  const { NETWORK_ERROR } = readTexts(language, 'errors');
  return {
    tag: 'main',
    attrs: {
      lang: language,
      dir: languages[language].direction,
      class: 'mx-auto grid max-w-lg justify-items-center gap-3 px-4 py-16 text-center',
    },
    children: [
      { tag: 'h1', attrs: { class: 'text-xl font-semibold' }, children: error.unavailable },
      { tag: 'p', attrs: { class: 'text-text-muted', role: 'alert' }, children: NETWORK_ERROR },
      {
        tag: 'a',
        attrs: {
          href: '',
          class:
            'mt-4 inline-flex min-h-11 items-center rounded-control bg-accent px-4 text-sm font-medium text-on-accent',
        },
        children: action.retry,
      },
    ],
  };
}

/**
 * Writes into index.html what is shown when no texts could be had, in every language: a page in the
 * reader's words cannot wait for words that do not come.
 */
export function unreachablePages(): Plugin {
  return {
    name: 'unreachable-pages',
    transformIndexHtml: () => [
      { tag: 'template', children: languageCodes.map(page), injectTo: 'body' },
    ],
  };
}
