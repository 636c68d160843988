import { isLanguage, languageStorageKey } from '#shared/languages.ts';
import { chooseLanguage, currentLanguage } from './i18n.ts';

function follow({ key, newValue }: StorageEvent) {
  if (key === languageStorageKey && isLanguage(newValue) && newValue !== currentLanguage()) {
    // This tab keeps its language if the other one's texts fail to load.
    chooseLanguage(newValue).catch(() => {});
  }
}

export function watchLanguage(): void {
  window.addEventListener('storage', follow);
}
