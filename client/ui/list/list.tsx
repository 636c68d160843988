import type { ReactNode } from 'react';
import { cx } from '#client/lib/class-names.ts';
import { Link } from '#client/ui/base/link.tsx';

/** Classes of the card around a list. */
export const listClass =
  'divide-y divide-line overflow-clip rounded-card border border-line bg-surface-raised';

type RowProps = {
  /** Makes the whole row a link. */
  to?: string | undefined;
  lead: ReactNode;
  /** First line. */
  title: string;
  /** Second line, muted. */
  subtitle?: string;
  /** At the end of the row; on a phone below the text. */
  meta?: ReactNode;
  actions?: ReactNode;
};

/** Row of a list. */
export function Row({ to, lead, title, subtitle, meta, actions }: RowProps) {
  // Without a link to a detail page the text is not truncated.
  const line = cx('text-sm text-match-parent', to ? 'truncate' : 'wrap-anywhere');
  return (
    <li
      className={cx(
        'relative grid min-h-16 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5',
        'transition-colors duration-150 sm:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
        to && 'hover:bg-hover focus-within:bg-hover',
      )}
    >
      <div className="max-sm:row-span-2">{lead}</div>
      <div className="min-w-0">
        <div dir="auto" className={cx(line, 'font-medium')}>
          {to ? (
            <Link
              to={to}
              className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </div>
        {subtitle && (
          <div dir="auto" className={cx(line, 'text-text-muted')}>
            {subtitle}
          </div>
        )}
      </div>
      <div className="relative flex w-fit flex-wrap items-center gap-2 text-text-muted max-sm:col-start-2 max-sm:row-start-2 max-sm:text-xs max-sm:not-empty:pt-1 sm:text-sm">
        {meta}
      </div>
      {actions && (
        <div className="relative -me-2 max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1">
          {actions}
        </div>
      )}
    </li>
  );
}

/** Shape of a row's avatar or icon: users are round. */
export type LeadShape = keyof typeof leadShapes;

const leadShapes = { round: 'rounded-full!', square: 'rounded-control!' };

const widths = ['w-40', 'w-56', 'w-32', 'w-48', 'w-36'];

/** Placeholder rows while a list loads. */
export function RowSkeletons({ count = 6, lead }: { count?: number; lead: LeadShape }) {
  return Array.from({ length: count }, (_, index) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
      key={index}
      aria-hidden="true"
      className="flex min-h-16 items-center gap-3 px-4 py-2.5"
    >
      <span className={cx('skeleton size-9', leadShapes[lead])} />
      <span className="grid grow gap-2">
        <span className={cx('skeleton h-3.5 max-w-full', widths[index % widths.length])} />
        <span className={cx('skeleton h-3 max-w-full', widths[(index + 2) % widths.length])} />
      </span>
    </li>
  ));
}
