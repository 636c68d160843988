import { type Language, languageCodes, languages } from '#shared/languages.ts';
import { detectLanguage, storeLanguage } from './detect.ts';
import { loadTexts } from './resources.ts';
import type { Namespace } from './text-key.ts';
import { hasTexts, languagesFor, shownLanguage } from './texts.ts';

/** Shows a language, and sets the document's language, direction and font size. */
function showLanguage(language: Language) {
  const root = document.documentElement;
  root.lang = language;
  root.dir = languages[language].direction;
  root.style.setProperty('--font-scale', String(languages[language].fontScale));
  shownLanguage.set(language);
}

/** All namespaces that were asked for: a language is shown when it has them. At first, what every page needs. */
const used = new Set<Namespace>(['common', 'errors']);

/** @throws {TypeError} if texts could not be loaded; error-boundary.tsx treats it as a missing chunk */
async function loadAll(language: Language, namespaces: Iterable<Namespace>): Promise<void> {
  const wanted = [...namespaces];
  const loads = languagesFor(language).flatMap((each) =>
    wanted.map((namespace) => loadTexts(each, namespace)),
  );
  await Promise.allSettled(loads);
  const missing = wanted.filter((namespace) => !hasTexts(language, namespace));
  if (missing.length > 0) throw new TypeError(`module without texts: ${missing}`);
}

let started: Promise<void> | undefined;

/**
 * Detects the language and loads the texts that every page needs. Await it before rendering, so that
 * no other language or direction flashes. `rendered` is the language of a page that the server rendered.
 *
 * @throws {TypeError} if the texts could not be loaded after all retries
 */
export async function startI18n(rendered?: Language): Promise<void> {
  started ??= start(rendered);
  await started;
}

async function start(rendered: Language | undefined): Promise<void> {
  showLanguage(detectLanguage(languageCodes, rendered));
  await loadAll(currentLanguage(), used);
}

/**
 * Loads namespaces in the current language.
 *
 * @throws {TypeError} if they could not be loaded after all retries
 */
export async function loadNamespaces(namespaces: Namespace[]): Promise<void> {
  for (const namespace of namespaces) used.add(namespace);
  await startI18n();
  await loadAll(currentLanguage(), namespaces);
}

/** The current language of the interface. */
export const currentLanguage = (): Language => shownLanguage.get();

/** The last choice. An earlier one that loads later must not override it. */
let chosen: Language | undefined;

/**
 * Changes the language of the interface and stores it.
 *
 * @returns false if another language was chosen before this one had loaded
 * @throws {TypeError} if its texts could not be loaded; the language then stays the same
 */
export async function chooseLanguage(language: Language): Promise<boolean> {
  chosen = language;
  // A page that opens meanwhile may ask for more.
  while ([...used].some((each) => !hasTexts(language, each))) await loadAll(language, used);
  if (chosen !== language) return false;
  showLanguage(language);
  storeLanguage(language);
  return true;
}
