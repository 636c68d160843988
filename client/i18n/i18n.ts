import i18next, { type BackendModule, type InitOptions } from 'i18next';
import { initReactI18next } from 'react-i18next';
import {
  fallbackLanguage,
  isLanguage,
  type Language,
  languageCodes,
  languageStorageKey,
  languages,
} from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { detectLanguage, storeLanguage } from './detect.ts';
import { fetchTexts, type Namespace } from './texts.ts';

export const renderOptions = {
  defaultNS: 'common',
  supportedLngs: languageCodes,
  load: 'languageOnly',
  fallbackLng: false,
  interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  react: { useSuspense: false },
} satisfies InitOptions;

const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, callback) {
    fetchTexts(language as Language, namespace as Namespace).then(
      (texts) => {
        for (const [each, own] of namespace === 'area' ? Object.entries(texts) : []) {
          i18next.addResourceBundle(language, each, own);
        }
        callback(null, texts);
      },
      // i18next retries a failed read only if the second argument is true.
      (error: Error) => callback(error, navigator.onLine),
    );
  },
};

function applyToDocument(code: string) {
  const language: Language = isLanguage(code) ? code : fallbackLanguage;
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages[language].direction;
  root.style.setProperty('--font-scale', String(languages[language].fontScale));
}

/**
 * Detects the language and loads the texts for all pages. Await it before rendering to avoid flashing another language
 * or direction. `rendered` is the language of a server-rendered page.
 *
 * @throws if the texts couldn't be loaded after all retries
 */
export function startI18n(rendered?: Language): Promise<void> {
  started ??= start(rendered);
  return started;
}

let started: Promise<void> | undefined;

const firstNamespaces = ['common', 'errors'] satisfies Namespace[];

/**
 * Namespaces to load when the language changes. i18next's own list also includes those that came in the file of an area.
 */
const asked = new Set<Namespace>(firstNamespaces);

/** @throws {TypeError} if texts are missing; isMissingCode treats it as a missing chunk */
function expectTexts(language: Language, namespaces: readonly string[]) {
  const missing = namespaces.filter((each) => !i18next.hasResourceBundle(language, each));
  if (missing.length > 0) throw new TypeError(`module without texts: ${missing}`);
}

/**
 * Loads namespaces in the current language.
 *
 * @throws if they couldn't be loaded after all retries
 */
export async function loadNamespaces(namespaces: readonly Namespace[]): Promise<void> {
  await startI18n();
  // An area's file has the texts of others.
  const missing = namespaces.filter((each) => !i18next.hasResourceBundle(currentLanguage(), each));
  for (const each of missing) asked.add(each);
  const again = missing.filter((each) => failed.delete(each));
  if (again.length > 0) await i18next.reloadResources([currentLanguage()], again);
  await i18next.loadNamespaces(missing);
  for (const each of namespaces) {
    if (!i18next.hasResourceBundle(currentLanguage(), each)) failed.add(each);
  }
  expectTexts(currentLanguage(), namespaces);
}

/** Namespaces that couldn't be loaded: i18next doesn't retry them by itself. */
const failed = new Set<Namespace>();

async function start(rendered: Language | undefined): Promise<void> {
  const language = detectLanguage(languageCodes, rendered);
  applyToDocument(language);
  i18next.on('languageChanged', applyToDocument);
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      ...renderOptions,
      lng: language,
      // Tests keep the languages complete. In development, missing texts fall back to English.
      fallbackLng: import.meta.env.DEV ? fallbackLanguage : false,
      ns: firstNamespaces,
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
    });
  expectTexts(language, firstNamespaces);
}

export function currentLanguage(): Language {
  const code = i18next.resolvedLanguage;
  return isLanguage(code) ? code : fallbackLanguage;
}

/** The latest choice. An earlier one that loads later must not override it. */
let chosen: Language | undefined;

/**
 * Changes and stores the interface language.
 *
 * @returns false if another language was chosen before this one had loaded
 * @throws if its texts couldn't be loaded; the language then stays the same
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  chosen = language;
  await startI18n();
  const namespaces = [...asked];
  const missing = namespaces.filter((each) => !i18next.hasResourceBundle(language, each));
  if (missing.length > 0) await i18next.reloadResources([language], missing);
  if (chosen !== language) return false;
  expectTexts(language, namespaces);
  await i18next.changeLanguage(language);
  storeLanguage(language);
  return true;
}

function followOtherTab({ key, newValue }: StorageEvent) {
  if (key === languageStorageKey && isLanguage(newValue) && newValue !== currentLanguage()) {
    // This tab keeps its language if the other one's texts fail to load.
    chooseLanguage(newValue).catch(() => {});
  }
}

export function watchLanguage(): void {
  window.addEventListener('storage', followOtherTab);
}
