import type { Language } from '#shared/languages.ts';
import type { Namespace } from './text-key.ts';

/** Path of the folder of all texts on the site. Defined by build-texts.ts. */
declare const textsFolder: string;

/** Texts that came with the page. */
export type PageTexts = { language: Language; namespaces: Partial<Record<Namespace, object>> };

/** ID of the element that holds them as JSON. */
export const pageTextsId = 'page-texts';

let given: PageTexts | undefined;

/** Uses texts that came with the page. */
export function provideTexts(texts: PageTexts | undefined) {
  given = texts;
}

/**
 * Fetches a namespace in a language, unless it came with the page.
 *
 * @throws if it could not be loaded
 */
export async function fetchTexts(language: Language, namespace: Namespace): Promise<unknown> {
  const known = given?.language === language && given.namespaces[namespace];
  if (known) return known;
  const address = `${textsFolder}/${language}/${namespace}.json`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const texts = await response.json();
  if (import.meta.env.DEV) {
    const { isPseudo, pseudo } = await import('./pseudo.ts');
    if (isPseudo()) return pseudo(texts);
  }
  return texts;
}
