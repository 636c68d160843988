import type { CustomTypeOptions, ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

export type Namespace = keyof CustomTypeOptions['resources'];

/** Key in any namespace, as `namespace:path.to.text`. */
export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** Translates keys of any loaded namespace. */
export function useText(): (key: TextKey) => string {
  return useTranslation().t as (key: TextKey) => string;
}
