/**
 * Which language somebody wants, and how that is remembered: the specification's order and cookie
 * (section 9). The library for it weighs five times as much.
 */
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

function fromSession(): string | null {
  try {
    return sessionStorage.getItem(languageStorageKey);
  } catch {
    return null;
  }
}

/** What the person asked for in this address; such a wish is remembered. */
function fromQuery(): string | null {
  return new URLSearchParams(window.location.search).get('lng');
}

/** The language that `wish` names, if we can speak it. `fr-CA` is `fr` to us. */
function understand(wish: string | null | undefined, offered: readonly Language[]) {
  const code = languageOfTag(wish ?? '');
  return code && offered.includes(code) ? code : undefined;
}

/** The first of the languages somebody may want that we can speak. */
export function detectLanguage(offered: readonly Language[]): Language {
  const asked = understand(fromQuery(), offered);
  if (asked) rememberLanguage(asked);
  const wishes = [
    asked,
    fromCookie(),
    readStored(languageStorageKey),
    fromSession(),
    ...navigator.languages,
    document.documentElement.lang,
  ];
  const spoken = wishes.map((wish) => understand(wish, offered)).find((code) => code !== undefined);
  return spoken ?? fallbackLanguage;
}

/** Keeps the choice, for this browser and for the server that writes mails and answers. */
export function rememberLanguage(language: Language) {
  writeStored(languageStorageKey, language);
  const seconds = languageCookieMinutes * 60;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${languageStorageKey}=${language}; path=/; max-age=${seconds}; samesite=lax`;
}
