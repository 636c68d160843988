import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { Button } from '#client/ui/base/button.tsx';
import { listClass } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { ImportRow } from './csv-file.ts';
import type { RowProblem } from './use-import.ts';

const shownRows = 10;

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
            {ready.slice(0, shownRows).map(({ line, values }) => (
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
          {ready.length > shownRows && (
            <p className="text-sm text-text-muted">
              {t('more', { total: formatNumber(ready.length - shownRows) })}
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

const shownProblems = 100;

export function ImportProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('csv-import');
  if (problems.length === 0) return null;
  return (
    <Section title={t('leftOut')} count={problems.length}>
      <ul aria-label={t('leftOut')} className={listClass}>
        {problems.slice(0, shownProblems).map(({ row, code, sameAs }) => (
          <li key={row.line} className="grid gap-0.5 px-4 py-3 text-sm">
            <span className="flex flex-wrap gap-x-3">
              <span className="text-text-muted tabular-nums">
                {t('line', { line: formatNumber(row.line) })}
              </span>
              <bdi className="font-medium text-match-parent wrap-anywhere">
                {row.values.name.slice(0, 100)}
              </bdi>
            </span>
            <span className="text-danger-text">
              {code === 'EXTRA_CELLS'
                ? t('extraCells')
                : sameAs
                  ? t('sameAs', { line: formatNumber(sameAs) })
                  : errorText(code)}
            </span>
          </li>
        ))}
      </ul>
      {problems.length > shownProblems && (
        <p className="text-sm text-text-muted">
          {t('more', { total: formatNumber(problems.length - shownProblems) })}
        </p>
      )}
    </Section>
  );
}
