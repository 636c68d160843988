import { useTranslation } from 'react-i18next';

/** Link past the navigation to the content. The first tab stop. */
export function SkipLink() {
  const { t } = useTranslation();
  return (
    <a
      href="#content"
      className="fixed start-2 top-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
    >
      {t('skipLink')}
    </a>
  );
}
