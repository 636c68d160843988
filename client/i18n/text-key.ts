import type { CustomTypeOptions, ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

export type Namespace = keyof CustomTypeOptions['resources'];

export type TextKey = ParseKeys<['common', ...Namespace[]]>;

/** Undefined for texts of every page. */
export const namespaceOf = (key: TextKey): Namespace | undefined =>
  key.includes(':') ? (key.split(':')[0] as Namespace) : undefined;

export function useText(): (key: TextKey) => string {
  return useTranslation().t as (key: TextKey) => string;
}
