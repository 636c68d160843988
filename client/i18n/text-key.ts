import type { CustomTypeOptions, ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

/** A namespace of texts; each language's folder in shared/locales has a file of that name. */
export type Namespace = keyof CustomTypeOptions['resources'];

/** The key of a text in any namespace, as `namespace:path.to.text`. */
export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** Translates keys of any namespace, provided that the namespace has been loaded. */
export function useText(): (key: TextKey) => string {
  return useTranslation().t as (key: TextKey) => string;
}
