import type { Language } from '#shared/languages.ts';
import type { Namespace } from './text-key.ts';

/** Path of the folder of all texts on the site. Defined by build-texts.ts. */
declare const textsFolder: string;

/**
 * Fetches a namespace in a language.
 *
 * @throws if it could not be loaded
 */
export async function fetchTexts(language: Language, namespace: Namespace): Promise<unknown> {
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
