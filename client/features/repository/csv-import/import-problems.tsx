import { useTranslation } from 'react-i18next';
import { errorText } from '#client/i18n/error-text.ts';
import { formatNumber } from '#client/i18n/format.ts';
import { listClass } from '#client/ui/list/list.tsx';
import { Section } from '#client/ui/page/page.tsx';
import type { RowProblem } from './use-import.ts';

const shown = 100;

export function ImportProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation('csv-import');
  if (problems.length === 0) return null;
  return (
    <Section title={t('leftOut')} count={problems.length}>
      <ul aria-label={t('leftOut')} className={listClass}>
        {problems.slice(0, shown).map(({ row, code, sameAs }) => (
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
      {problems.length > shown && (
        <p className="text-sm text-text-muted">
          {t('more', { total: formatNumber(problems.length - shown) })}
        </p>
      )}
    </Section>
  );
}
