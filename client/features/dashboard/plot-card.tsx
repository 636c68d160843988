import { Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/i18n/format.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { cx } from '#client/lib/class-names.ts';
import { buttonClass } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';

const plotCardClass =
  'relative flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4';

type PlotCardProps = {
  title: string;
  summary: ReactNode;
  note?: ReactNode;
  badge?: ReactNode;
  isLevel?: boolean;
  table: { heads: string[]; rows: string[][] };
  children: ReactNode;
};

export function PlotCard({
  title,
  summary,
  note,
  badge: mark,
  isLevel,
  table,
  children,
}: PlotCardProps) {
  return (
    <figure className={plotCardClass}>
      <figcaption className={cx('grid content-start gap-0.5', isLevel && 'grow')}>
        <div className="flex min-h-6 items-center justify-between gap-2 pe-9">
          <h3 className="text-sm text-text-muted">{title}</h3>
          {mark}
        </div>
        <p className="font-medium">{summary}</p>
        {note && (
          <span className="flex flex-wrap items-center gap-x-2 text-sm text-text-muted">
            {note}
          </span>
        )}
      </figcaption>
      {children}
      <Table title={title} {...table} />
    </figure>
  );
}

function Table({ title, heads, rows }: PlotCardProps['table'] & { title: string }) {
  const { t } = useTranslation('statistics');
  return (
    <details className="group -mt-4 text-sm open:mt-0">
      <summary
        aria-label={t('plot.table')}
        title={t('plot.table')}
        className={buttonClass(
          'quiet',
          'icon',
          'absolute! end-2 top-2 cursor-pointer list-none group-open:bg-hover group-open:text-text [&::-webkit-details-marker]:hidden',
        )}
      >
        <Table2 />
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it only when focused */}
      <section aria-label={title} tabIndex={0} className={scrollClass}>
        <table className="w-full tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="sticky top-0 bg-surface-raised text-text-muted shadow-[inset_0_-1px] shadow-line">
              {heads.map((head, index) => (
                <th key={head} scope="col" className={cellClass(index)}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map(([name = '', ...values]) => (
              <tr key={name}>
                <th scope="row" className={cellClass(0)}>
                  {name}
                </th>
                {values.map((value, index) => (
                  <td key={heads[index + 1]} className={cellClass(index + 1)}>
                    {value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** A long table is cut within a row and fades there, until its end. */
const scrollClass =
  'max-h-70 overflow-y-auto rounded-sm after:pointer-events-none after:sticky after:bottom-0 after:h-8 after:bg-linear-to-t after:from-surface-raised has-[tr:nth-child(9)]:after:block';

const cellClass = (index: number) =>
  cx('py-1.5 font-normal', index === 0 ? 'text-start' : 'ps-4 text-end');

export function percentText(part: number, whole: number, signDisplay?: 'exceptZero'): string {
  const format = new Intl.NumberFormat(currentLanguage(), { style: 'percent', signDisplay });
  return format.format(whole ? part / whole : 0);
}

export type Share = {
  key: string;
  label: string;
  count: number;
  to?: string;
};

export function SharePlot({ shares }: { shares: readonly Share[] }) {
  const total = shares.reduce((sum, { count }) => sum + count, 0);
  if (shares.length === 0) return null;
  return (
    <ul className="grid gap-3">
      {shares.map(({ key, label, count, to }) => (
        <li key={key} className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-sm">
          {to ? (
            <Link to={to} className="touch-target w-fit rounded-sm hover:underline">
              {label}
            </Link>
          ) : (
            <span>{label}</span>
          )}
          <span className="tabular-nums">
            <span className="font-medium">{formatNumber(count)}</span>
            <span className="inline-block min-w-[5ch] text-end text-text-muted">
              {percentText(count, total)}
            </span>
          </span>
          <svg aria-hidden="true" className="mirrored col-span-2 block w-full" height="8">
            <rect width="100%" height="8" className="fill-surface-sunken forced-colors:fill-none" />
            <rect
              width={`${total ? (100 * count) / total : 0}%`}
              height="8"
              className="fill-accent forced-colors:fill-[CanvasText]"
            />
          </svg>
        </li>
      ))}
    </ul>
  );
}
