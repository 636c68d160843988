import { readStored, writeStored } from '#client/lib/stored.ts';
import {
  fallbackLanguage,
  type Language,
  languageCookieMinutes,
  languageOfTag,
  languageStorageKey,
} from '#shared/languages.ts';

function fromCookie(): string | undefined {
  const prefix = `${languageStorageKey}=`;
  const pairs = document.cookie.split('; ');
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
}

function fromQuery(): string | null {
  return new URLSearchParams(window.location.search).get('lng');
}

function findOffered(tag: string | null | undefined, offered: readonly Language[]) {
  const code = languageOfTag(tag ?? '');
  return code && offered.includes(code) ? code : undefined;
}

/**
 * The first offered language from: URL, cookie, local and session storage, browser. A language in the URL is stored.
 * i18next-browser-languagedetector is five times as large.
 */
export function detectLanguage(offered: readonly Language[], rendered?: Language): Language {
  const requested = findOffered(fromQuery(), offered);
  if (requested) storeLanguage(requested);
  const candidates = [
    requested,
    fromCookie(),
    readStored(languageStorageKey),
    readStored(languageStorageKey, 'sessionStorage'),
    // The server chose a rendered page's language by the browser's preferences.
    ...(rendered ? [rendered] : navigator.languages),
    document.documentElement.lang,
  ];
  const found = candidates.map((tag) => findOffered(tag, offered)).find(Boolean);
  return found ?? fallbackLanguage;
}

/** Stores the language for this browser, and in a cookie for the server's emails and errors. */
export function storeLanguage(language: Language) {
  writeStored(languageStorageKey, language);
  const seconds = languageCookieMinutes * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers have the Cookie Store API
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${seconds}; samesite=lax`;
}
