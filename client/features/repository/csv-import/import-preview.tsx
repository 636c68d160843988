import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { listClass } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { ImportRow } from './csv-file.ts';
import { ImportProblems } from './import-problems.tsx';
import type { RowProblem } from './use-import.ts';

const shown = 10;

type ImportPreviewProps = {
  fileName: string;
  ready: readonly ImportRow[];
  problems: readonly RowProblem[];
  onImport: () => void;
  onCancel: () => void;
};

export function ImportPreview(props: ImportPreviewProps) {
  const { fileName, ready, problems, onImport, onCancel } = props;
  const { t } = useTranslation(['csv-import', 'common']);
  const total = formatNumber(ready.length);
  return (
    <div>
      <p className="text-sm text-text-muted">
        <bdi className="wrap-anywhere">{fileName}</bdi>
      </p>
      {ready.length > 0 && (
        <Section title={t('ready')} count={ready.length}>
          <ul aria-label={t('ready')} className={listClass}>
            {ready.slice(0, shown).map(({ line, values }) => (
              <li key={line} className="grid gap-0.5 px-4 py-3 text-sm">
                <span className="font-medium wrap-anywhere">
                  <bdi>{values.name}</bdi>
                </span>
                <span className="text-text-muted wrap-anywhere">
                  <bdi>{values.link.slice(0, 200)}</bdi>
                </span>
                {values.description && (
                  <span className="text-text-muted wrap-anywhere">
                    <bdi>{values.description.slice(0, 200)}</bdi>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {ready.length > shown && (
            <p className="text-sm text-text-muted">
              {t('more', { total: formatNumber(ready.length - shown) })}
            </p>
          )}
        </Section>
      )}
      <ImportProblems problems={problems} />
      <div className="mt-8 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onCancel}>
          {t(ready.length > 0 ? 'common:confirm.cancel' : 'another')}
        </Button>
        {ready.length > 0 && (
          <Button look="primary" onClick={onImport}>
            {t('submit', { count: ready.length, total })}
          </Button>
        )}
      </div>
    </div>
  );
}
