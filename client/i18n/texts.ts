import type { CustomTypeOptions, ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';

type Texts = keyof CustomTypeOptions['resources'];

/** `area` is one file with all namespaces of an area. */
export type Namespace = Texts | 'area';

export type TextKey = ParseKeys<['common', ...Texts[]]>;

export function useText(): (key: TextKey) => string {
  return useTranslation().t as (key: TextKey) => string;
}

/** Site path of the texts' folder. Defined by client/build/texts.ts. */
declare const textsFolder: string;

type PageTexts = { language: Language; namespaces: Partial<Record<Namespace, object>> };

export const pageTextsId = 'page-texts';

let given: PageTexts | undefined;

export function provideTexts(texts: PageTexts | undefined) {
  given = texts;
}

/**
 * Fetches a namespace, unless it was embedded in the page.
 *
 * @throws if it couldn't be loaded
 */
export async function fetchTexts(language: Language, namespace: Namespace): Promise<object> {
  const known = given?.language === language && given.namespaces[namespace];
  if (known) return known;
  const address = `${textsFolder}/${language}/${namespace}.json`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
