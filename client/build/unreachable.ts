import { readFileSync } from 'node:fs';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { type Language, languageCodes, languages } from '#shared/languages.ts';

function readTexts(language: Language, namespace: string) {
  const file = new URL(`../../shared/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

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

function scriptNeeded(language: Language): HtmlTagDescriptor {
  const attrs = {
    lang: language,
    dir: languages[language].direction,
    class: 'mx-auto max-w-lg px-4 pt-16 text-center',
  };
  return { tag: 'p', attrs, children: readTexts(language, 'common').error.script };
}

/** Vite plugin that writes the fallbacks for missing texts or scripts into index.html, in every language. */
export function unreachablePages(): Plugin {
  return {
    name: 'unreachable-pages',
    transformIndexHtml: () => [
      { tag: 'noscript', children: languageCodes.map(scriptNeeded), injectTo: 'body-prepend' },
      { tag: 'template', children: languageCodes.map(page), injectTo: 'body' },
    ],
  };
}
