import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, isLanguage, type Language, languages } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { detectLanguage, rememberLanguage } from './detect.ts';
import { fetchTexts, moreAddresses, offeredLanguages } from './resources.ts';
import type { Namespace } from './text-key.ts';

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    fetchTexts(language, namespace).then(
      (texts) => callback(null, texts as ResourceKey),
      // i18next tries again only when the second argument of a failed read is true.
      (error: Error) => callback(error, true),
    );
  },
};

/** Sets what the whole page must know of a language: its name, direction and size of letters. */
function applyToDocument(code: string) {
  const language: Language = isLanguage(code) ? code : fallbackLanguage;
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages[language].direction;
  root.style.setProperty('--font-scale', String(languages[language].fontScale));
}

/**
 * Finds the person's language and loads the texts that any screen may need, errors included. Order of detection,
 * cookie and retries are the specification's (section 9). Nothing is drawn before this resolves,
 * so no other language or direction flashes by.
 *
 * @throws when the texts could not be had after all the retries
 */
export async function startI18n(): Promise<void> {
  started ??= start();
  await started;
}

let started: Promise<void> | undefined;

/** The texts that any screen may need. */
const firstNamespaces = ['common', 'errors'] satisfies Namespace[];

/** @throws unless all the texts are here: as if a module were missing, and it is shown as one */
function expectTexts(language: Language, namespaces: readonly string[]) {
  const missing = namespaces.filter((each) => !i18next.hasResourceBundle(language, each));
  if (missing.length > 0) throw new TypeError(`module without texts: ${missing}`);
}

/**
 * Fetches more texts in the language spoken.
 *
 * @throws when they could not be had after all the retries
 */
export async function loadNamespaces(namespaces: Namespace[]): Promise<void> {
  await startI18n();
  await i18next.loadNamespaces(namespaces);
  expectTexts(currentLanguage(), namespaces);
}

async function start(): Promise<void> {
  const language = detectLanguage(offeredLanguages);
  // The empty page is already written from the right side and in the right size.
  applyToDocument(language);
  // Whoever needs them asks again, and is told if they cannot be had.
  moreAddresses().catch(() => {});
  i18next.on('languageChanged', applyToDocument);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: offeredLanguages,
      // A language is fetched alone: the tests see to it that each is complete. One that is being
      // written shows English where it is silent.
      fallbackLng: import.meta.env.DEV ? fallbackLanguage : false,
      load: 'languageOnly',
      ns: firstNamespaces,
      defaultNS: 'common',
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false, defaultVariables: { ...limits } },
      react: { useSuspense: false },
    });
  expectTexts(language, firstNamespaces);
}

/** The language that is spoken now. */
export function currentLanguage(): Language {
  const code = i18next.resolvedLanguage;
  return isLanguage(code) ? code : fallbackLanguage;
}

/** The choice made last: one that was quicker to load must not be undone by an earlier one. */
let chosen: Language | undefined;

/**
 * Speaks `language` from now on, and remembers it.
 *
 * @returns false where another language was chosen before this one was there
 * @throws when its texts could not be had; the page then stays as it is
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  chosen = language;
  const namespaces = [i18next.options.ns ?? []].flat();
  const missing = namespaces.filter((each) => !i18next.hasResourceBundle(language, each));
  if (missing.length > 0) await i18next.reloadResources([language], missing);
  if (chosen !== language) return false;
  expectTexts(language, namespaces);
  await i18next.changeLanguage(language);
  rememberLanguage(language);
  return true;
}
