import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Language, languageCodes, languages } from '#shared/languages.ts';

function readTexts(language: Language, namespace: string) {
  const file = new URL(`../../shared/locales/${language}/${namespace}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'));
}

function unreachable(language: Language): string {
  const { error, action } = readTexts(language, 'common');
  const { NETWORK_ERROR } = readTexts(language, 'errors');
  return `<main lang="${language}" dir="${languages[language].direction}" class="mx-auto grid max-w-lg justify-items-center gap-3 px-4 py-16 text-center">
  <h1 class="text-xl font-semibold">${error.unavailable}</h1>
  <p class="text-text-muted" role="alert">${NETWORK_ERROR}</p>
  <a href="" class="mt-4 inline-flex min-h-11 items-center rounded-control bg-accent px-4 text-sm font-medium text-on-accent">${action.retry}</a>
</main>`;
}

const scriptNeeded = (language: Language) =>
  `<p lang="${language}" dir="${languages[language].direction}" class="mx-auto max-w-lg px-4 pt-16 text-center">${readTexts(language, 'common').error.script}</p>`;

/** Vite plugin that writes the fallbacks for missing texts or scripts into index.html, in every language. */
export function unreachablePages(): Plugin {
  const inAll = (write: (language: Language) => string) => languageCodes.map(write).join('\n');
  return {
    name: 'unreachable-pages',
    transformIndexHtml: () => [
      { tag: 'noscript', children: inAll(scriptNeeded), injectTo: 'body-prepend' },
      { tag: 'template', children: inAll(unreachable), injectTo: 'body' },
    ],
  };
}
