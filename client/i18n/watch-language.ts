import { isLanguage, languageStorageKey } from '#shared/languages.ts';
import { chooseLanguage, currentLanguage } from './i18n.ts';

function follow({ key, newValue }: StorageEvent) {
  if (key === languageStorageKey && isLanguage(newValue) && newValue !== currentLanguage()) {
    // This tab keeps its language if the texts of the other one fail to load.
    chooseLanguage(newValue).catch(() => {});
  }
}

/** Follows the language that is chosen in other tabs. */
export function watchLanguage(): void {
  window.addEventListener('storage', follow);
}
