import { useTranslation } from 'react-i18next';

export function ThrownError({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <details className="group mt-4 text-sm">
      <summary className="touch-target mx-auto w-fit rounded-sm text-text-muted">
        <span className="group-open:hidden">{t('error.show')}</span>
        <span className="hidden group-open:inline">{t('error.hide')}</span>
      </summary>
      <pre
        dir="ltr"
        className="mt-3 overflow-x-auto rounded-control bg-surface-sunken p-3 text-start text-xs"
      >
        {text}
      </pre>
    </details>
  );
}
